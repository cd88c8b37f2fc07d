// Puts the operator's name and logo into the pages, and serves the logo.

import { documentPage } from '../endpoints/pages/document.ts'
import type { Page, PageReply } from '../endpoints/pages/page.ts'
import type { Brand } from '../lib/brand/brand.ts'
import type { Turns } from '../lib/turns/turns.ts'
import { BRAND_LOGO, BRAND_NAME, text } from './html.ts'

const LOGO_PATH = '/brand/logo'
/** An image that is opened by itself can run nothing. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** Replaces the placeholders of the brand in a page. */
export function brandedReply(reply: PageReply, { name, logo }: Brand): PageReply {
  if (typeof reply.body !== 'string' || !reply.contentType.startsWith('text/html')) return reply
  const body = reply.body
    .replaceAll(BRAND_NAME, text(name))
    .replaceAll(BRAND_LOGO, logo === undefined ? '/web/icon.svg' : LOGO_PATH)
  return { ...reply, body }
}

export function logoPage({ contentType, content }: NonNullable<Brand['logo']>, turns: Turns): Page {
  const headers = { 'content-security-policy': LOGO_POLICY, 'cache-control': 'max-age=3600' }
  return documentPage(turns, LOGO_PATH, 'The logo of the operator', () => ({
    status: 200,
    contentType,
    body: content,
    headers,
  }))
}
