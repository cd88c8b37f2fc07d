// A queued mail as bytes: the same for each attempt, so that receivers recognise a repeat by its Message-ID.

import type { MailBody } from './layout.ts'

export interface Sender {
  readonly name: string
  readonly address: string
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** The content ID of an image in the HTML. */
  readonly cid?: string
}

export interface Message extends MailBody {
  readonly id: string
  readonly to: string
  readonly cc: readonly string[]
  readonly createdAt: number
}

export async function composeMessage(
  from: Sender,
  message: Message,
  attachments: readonly Attachment[],
): Promise<Buffer> {
  const { id, to, cc, subject, text, html, createdAt } = message
  // Most services start without a mail to send.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const mail = new MailComposer({
    from: { name: from.name, address: from.address },
    to,
    cc: [...cc],
    subject,
    text,
    html,
    attachments: attachments.map((attachment) => ({ ...attachment })),
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    date: new Date(createdAt),
    baseBoundary: id,
    headers: {
      // Keeps out-of-office answers from coming back.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    // Whatever a mail says, it is text and never a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return mail.compile().build()
}
