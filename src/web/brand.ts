// Puts the operator's name and logo into the pages, and serves the logo.

import type { Page, PageReply } from '../endpoints/pages/page.ts'
import type { Brand } from '../lib/brand/brand.ts'
import { BRAND_LOGO, BRAND_NAME, text } from './html.ts'

const LOGO_PATH = '/brand/logo'
/** An image can run nothing, also where somebody opens it by itself. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

export function withBrand(pages: readonly Page[], brand: Brand): Page[] {
  const branded = pages.map((page) => ({
    ...page,
    render: async (...asked: Parameters<Page['render']>) =>
      brandedReply(await page.render(...asked), brand),
  }))
  return brand.logo === undefined ? branded : [...branded, logoPage(brand.logo)]
}

/** A page names the brand by marks, because only the service knows it. */
export function brandedReply(reply: PageReply, { name, logo }: Brand): PageReply {
  if (typeof reply.body !== 'string' || !reply.contentType.startsWith('text/html')) return reply
  const body = reply.body
    .replaceAll(BRAND_NAME, text(name))
    .replaceAll(BRAND_LOGO, logo === undefined ? '/web/icon.svg' : LOGO_PATH)
  return { ...reply, body }
}

function logoPage({ contentType, content }: NonNullable<Brand['logo']>): Page {
  const headers = { 'content-security-policy': LOGO_POLICY, 'cache-control': 'max-age=3600' }
  return {
    path: LOGO_PATH,
    summary: 'The logo of who runs the service',
    render: () => ({ status: 200, contentType, body: Buffer.from(content), headers }),
  }
}
