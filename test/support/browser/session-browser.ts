// A browser without a window, for tests that sign in over real HTTP.

import type { Answer, TestService } from '../running.ts'

const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' }

/** A browser as the service sees it: it keeps cookies and sends what a page of ours would send. */
export class SessionBrowser {
  readonly #running: Pick<TestService, 'ask'>
  readonly cookies = new Map<string, string>()

  constructor(running: Pick<TestService, 'ask'>) {
    this.#running = running
  }

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = OWN_PAGE,
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#running.ask(path, undefined, {
      method,
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Max-Age=0/.test(set)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.send('GET', '/console/session')).json.signed_in
  }

  async askForLink(email: string): Promise<Answer> {
    return this.send('POST', '/console/session/link', { email })
  }

  openLink(link: string): Promise<Answer> {
    return this.send('POST', '/console/session/link/open', { link })
  }
}
