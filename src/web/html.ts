// The frame of every page: head, navigation, policy; and how text becomes HTML.

import type { PageReply } from '../endpoints/pages/page.ts'

interface PageContent {
  readonly title: string
  /** The path of the page, which the navigation marks. */
  readonly path: string
  readonly body: string
  /** 200 where nothing is said. */
  readonly status?: number
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
}

/** Marks of private use, which `withBrand` replaces by the name and the logo of who runs the service. */
export const BRAND_NAME = '\u{E000}'
export const BRAND_LOGO = '\u{E001}'

const NAVIGATION = [
  ['/', 'Try it'],
  ['/console', 'Console'],
  ['/docs', 'API reference'],
  ['/docs/errors', 'Errors'],
]

export function html(content: PageContent): PageReply {
  const { title, path, body, status = 200, styles = [], scripts = [] } = content
  const name = title === BRAND_NAME ? title : `${title} · ${BRAND_NAME}`
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
<title>${text(name)}</title>
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
${sheets.join('\n')}
${modules.join('\n')}</head>
<body><a class="skip" href="#main">Skip to the content</a>
<header class="top"><div class="wide"><a class="brand" href="/"><img src="${BRAND_LOGO}" alt=""
width="28" height="28"><span>${BRAND_NAME}</span></a>${navigation(path)}</div></header>
<main id="main" tabindex="-1">${body}</main></body></html>`,
  }
}

function navigation(current: string): string {
  const links = NAVIGATION.map(([path, label]) => {
    const mark = path === current ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${mark}>${label}</a></li>`
  })
  return `<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>`
}

/** A page loads nothing from elsewhere, sends nothing elsewhere, and stands in no frame. */
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

/** The definitions mark code with backticks, which the OpenAPI document takes as they are. */
export function markdown(raw: string): string {
  return text(raw).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Facts that the page's script reads; they are data, so no policy has to allow them. */
export function facts(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="facts">${json}</script>`
}
