// The frame of every page: head, navigation, content policy, the operator's name and logo; and escaping of text.

import type { PageReply } from '../endpoints/pages/page.ts'
import type { Brand } from '../lib/brand/brand.ts'

interface PageContent {
  /** Absent if the name of the service is enough. */
  readonly title?: string
  /** The path that the navigation marks as current. */
  readonly path: string
  readonly body: string
  /** 200 by default. */
  readonly status?: number
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
}

/** The path of the operator's logo, if there is one. */
export const LOGO_PATH = '/brand/logo'

const NAVIGATION = [
  ['/', 'Try it'],
  ['/console', 'Console'],
  ['/docs', 'Docs'],
]

export function html({ name, logo }: Brand, content: PageContent): PageReply {
  const { title, path, body, status = 200, styles = [], scripts = [] } = content
  const picture = logo === undefined ? '/web/icon.svg' : LOGO_PATH
  const sheets = ['/web/style.css', ...styles].map(
    (href) => `<link rel="stylesheet" href="${href}">`,
  )
  const modules = scripts.map((src) => `<script type="module" src="${src}"></script>`)
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': POLICY },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(title === undefined ? name : `${title} · ${name}`)}</title>
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
${sheets.join('\n')}
${modules.join('\n')}</head>
<body><a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="wide"><a class="brand" href="/"><img src="${picture}" alt=""
width="28" height="28"><span>${text(name)}</span></a>${navigation(path)}</div></header>
<main id="main" tabindex="-1">${body}</main></body></html>`,
  }
}

/** Customers are not shown the way to the pages of operators. */
const OPERATOR = ['/operator', 'Operator']

function navigation(current: string): string {
  const entries = current === OPERATOR[0] ? [...NAVIGATION, OPERATOR] : NAVIGATION
  const links = entries.map(([path, label]) => {
    const mark = path === current ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${mark}>${label}</a></li>`
  })
  return `<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>`
}

/** A page loads from and sends to this service only, and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function text(raw: string): string {
  return raw
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Descriptions of the API mark code with backticks. */
export function markdown(raw: string): string {
  return text(raw).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Code that scrolls and can be reached by keyboard. */
export function block(content: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${text(label)}">${content}</pre>`
}

/** Data for the page's script, which the content policy need not allow. */
export function facts(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="facts">${json}</script>`
}
