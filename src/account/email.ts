// Which e-mail addresses are valid: one plain address, safe in a mail header.

const EMAIL_LENGTH_MAX = 254
const LOCAL_LENGTH_MAX = 64

// Dot-separated atoms of RFC 5321 in ASCII, without the quoted forms that are only ever used to confuse.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** What is wrong with it as a sentence, or undefined. */
export function emailFault(email: string): string | undefined {
  if (email === '') return 'The e-mail address is required.'
  if (email.length > EMAIL_LENGTH_MAX) {
    return `An e-mail address can have at most ${EMAIL_LENGTH_MAX} characters.`
  }
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(at, 0))
  const labels = email.slice(at + 1).split('.')
  const isPlain =
    local.length <= LOCAL_LENGTH_MAX &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /[A-Za-z]/.test(labels.at(-1) ?? '')
  return isPlain ? undefined : 'Enter one e-mail address, such as name@example.com.'
}

/** Two addresses that differ only in case are the same account's. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}
