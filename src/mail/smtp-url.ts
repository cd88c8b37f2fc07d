// The SMTP server that a URL names.

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise by STARTTLS where the server offers it. */
  readonly isSecure: boolean
  readonly user: string
  readonly password: string
}

/** The parts of `smtp://user:password@host:port`, or undefined if it is none. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined
  if (hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '') return undefined
  if ((username === '') !== (password === '')) return undefined
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
      isSecure: protocol === 'smtps:',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }
  } catch {
    return undefined
  }
}
