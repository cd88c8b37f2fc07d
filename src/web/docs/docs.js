// Draws the API reference of the chosen product, with a key with which "Try it out" works at once.

import { byId, pageFacts } from '../dom.js'

/** @type {{ tokens: Record<string, string | undefined> }} */
const facts = pageFacts()
const key = /** @type {HTMLInputElement} */ (byId('try-key'))
const hint = byId('key-hint')
let product = 'uk'

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

// It puts itself on the window; as a module it would have nothing to export.
const script = document.createElement('script')
script.src = '/web/swagger-ui/swagger-ui-bundle.js'
script.addEventListener('load', () => draw())
document.head.append(script)

for (const choice of document.querySelectorAll('input[name=product]')) {
  choice.addEventListener('change', () => {
    product = /** @type {HTMLInputElement} */ (choice).value
    draw()
  })
}

function draw() {
  const token = facts.tokens[product]
  key.value = token ?? ''
  hint.textContent =
    token === undefined
      ? 'A domain token of this host for look-ups, or the admin key for account paths. An API key is refused in any web page.'
      : 'The demo’s domain token: look-ups work at once. For account paths put the admin key here; an API key is refused in any web page.'
  const swagger = /** @type {{ SwaggerUIBundle: (options: object) => void }} */ (
    /** @type {unknown} */ (window)
  )
  swagger.SwaggerUIBundle({
    url: `/openapi/${product}.json`,
    domNode: byId('reference'),
    defaultModelsExpandDepth: -1,
    docExpansion: 'list',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    deepLinking: false,
    validatorUrl: null,
    requestInterceptor: withKey,
  })
}

/**
 * The key goes with calls of the API and with nothing else; the page's own origin is asked, whatever its name.
 * @param {{ url: string, loadSpec?: boolean }} request
 */
function withKey(request) {
  if (request.loadSpec) return request
  const url = new URL(request.url, location.href)
  const own = new URL(`${url.pathname}${url.search}`, location.origin)
  if (key.value !== '') own.searchParams.set('api-key', key.value.trim())
  request.url = own.href
  return request
}

// What Swagger UI leaves out for people who use a keyboard or a screen reader.
new MutationObserver(mend).observe(byId('reference'), { childList: true, subtree: true })

function mend() {
  for (const code of document.querySelectorAll('#reference pre:not([tabindex])')) {
    code.setAttribute('tabindex', '0')
  }
  for (const list of document.querySelectorAll('#reference select:not([aria-label])')) {
    const name = list.closest('tr')?.getAttribute('data-param-name')
    list.setAttribute('aria-label', name ?? 'Choose')
  }
}
