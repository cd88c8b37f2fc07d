// The layout of every mail: the same content as plain text and as self-contained HTML.

interface MailContent {
  readonly title: string
  /** The title by default. */
  readonly subject?: string
  readonly paragraphs: readonly string[]
  /** Name and value, one a row: an invoice number, an amount, a day. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  /** One thing to do next. */
  readonly action?: { readonly label: string; readonly url: string }
}

export interface MailBody {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Fills in the operator's name and logo, and the address of the service. */
export function completeMail<Mail extends MailBody>(mail: Mail, facts: SenderFacts): Mail {
  const { brand, baseUrl, pictureUrl } = facts
  const picture =
    pictureUrl === undefined
      ? ''
      : `<img src="${escaped(pictureUrl)}" alt="" height="32" style="max-height:32px;vertical-align:middle;margin-right:10px">`
  const filled = (text: string, write: (value: string) => string) =>
    text
      .replaceAll(SIGNATURE, write(brand))
      .replaceAll(SERVICE_URL, write(baseUrl))
      .replaceAll(PICTURE, picture)
  return { ...mail, text: filled(mail.text, (value) => value), html: filled(mail.html, escaped) }
}

interface SenderFacts {
  readonly brand: string
  readonly baseUrl: string
  readonly pictureUrl: string | undefined
}

/** Every value is taken as plain text. */
export function mailBody(content: MailContent): MailBody {
  const { title, subject = title } = content
  return { subject, text: textOf(content), html: htmlOf(content) }
}

const TEXT_COLUMNS = 72
/** Placeholders that `completeMail` replaces. */
const SIGNATURE = '\u{E000}'
const PICTURE = '\u{E001}'
/** The address of the service, for links in mails. */
export const SERVICE_URL = '\u{E002}'
const MARKS = /[\u{E000}-\u{E002}]/gu
const WHY = 'You receive this mail because of your account. This is an automated message.'

function textOf({ title, paragraphs, facts = [], action }: MailContent): string {
  const widest = Math.max(0, ...facts.map(([name]) => name.length))
  const rows = facts.map(([name, value]) => `  ${`${name}:`.padEnd(widest + 2)}${oneLine(value)}`)
  const blocks = [
    wrapped(title),
    ...paragraphs.map(wrapped),
    rows.join('\n'),
    action === undefined ? '' : `${action.label}:\n${action.url}`,
    // Mail programs recognise a signature by two dashes and a space.
    `-- \n${SIGNATURE}\n${wrapped(WHY)}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Breaks at spaces only: an address that is too long for a line stays whole. */
function wrapped(text: string): string {
  const lines: string[] = []
  for (const word of oneLine(text).split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > TEXT_COLUMNS) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(MARKS, '').replace(/\s+/g, ' ').trim()
}

// Some mail programs drop style sheets, so each element has its own style for light, and the sheet is only for dark.
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #14181d !important; }
  .card { background: #1d232a !important; border-color: #333a43 !important; }
  .ink { color: #e8e6e0 !important; }
  .pale { color: #a5a9ad !important; }
  .line { border-color: #333a43 !important; }
  .accent { color: #6fd0c6 !important; }
  .button { background: #6fd0c6 !important; color: #10201e !important; }
}`
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = 'color:#1c2430'
const PALE = 'color:#5d6570'

function htmlOf({ title, paragraphs, facts = [], action }: MailContent): string {
  const heading = escaped(oneLine(title))
  const parts = [
    `<h1 class="ink" style="margin:0 0 16px;${INK};${FONT};font-size:22px;line-height:1.3">${heading}</h1>`,
    ...paragraphs.map((text) => paragraph(text)),
    factsTable(facts),
    action === undefined ? '' : button(action),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>
${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f0ede5">
<table class="page" role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:#f0ede5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px">
<tr><td class="accent" style="padding:0 4px 14px;color:#0b5d57;${FONT};font-size:16px;font-weight:700">${PICTURE}${SIGNATURE}</td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #d9d5cb;border-radius:10px">
${parts.filter((part) => part !== '').join('\n')}
</td></tr>
<tr><td class="pale" style="padding:16px 4px 0;${PALE};${FONT};font-size:13px;line-height:1.5">${escaped(WHY)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function paragraph(text: string): string {
  const style = `margin:0 0 16px;${INK};${FONT};font-size:16px;line-height:1.55;overflow-wrap:anywhere`
  return `<p class="ink" style="${style}">${escaped(oneLine(text))}</p>`
}

function factsTable(facts: readonly (readonly [string, string])[]): string {
  if (facts.length === 0) return ''
  const cell = `padding:9px 0;border-top:1px solid #d9d5cb;${FONT};font-size:15px;line-height:1.4`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th class="pale line" align="left" scope="row" style="${cell};padding-right:16px;${PALE};font-weight:400;vertical-align:top">${escaped(oneLine(name))}</th>` +
      `<td class="ink line" align="right" style="${cell};${INK};font-weight:600;overflow-wrap:anywhere">${escaped(oneLine(value))}</td></tr>`,
  )
  return `<table width="100%" cellspacing="0" cellpadding="0" style="margin:4px 0 20px">\n${rows.join('\n')}\n</table>`
}

function button({ label, url }: { readonly label: string; readonly url: string }): string {
  const style = `display:inline-block;padding:11px 20px;background:#0b5d57;color:#ffffff;border-radius:6px;${FONT};font-size:16px;font-weight:600;text-decoration:none`
  return `<p style="margin:4px 0 20px"><a class="button" href="${escaped(url)}" style="${style}">${escaped(label)}</a></p>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
