// Mail by SMTP against a real server: what is taken, what may be tried again, what never; and nobody can hold us up.

import assert from 'node:assert/strict'
import { createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { composeMessage } from '../../src/mail/message.ts'
import { parseSmtpUrl, Smtp, type SmtpSettings } from '../../src/mail/smtp.ts'
import type { Delivery } from '../../src/mail/transport.ts'
import { TEST_CERT } from '../support/servers/certificate.ts'
import { startSmtp } from '../support/servers/smtp.ts'

const FROM = { name: 'Doorplate “Mail”', address: 'mail@doorplate.example' }
const MESSAGE = {
  id: '019ceb6a1c0000112233445566778899',
  to: 'to@example.com',
  cc: ['cc@example.com'],
  subject: 'Invoice 1042 — thank you\r\nBcc: evil@example.com',
  text: 'Text.\n.\nA line that is a dot stood above.\n',
  html: '<p>HTML</p>',
  createdAt: Date.parse('2026-03-14T12:00:00Z'),
}
const PLAIN = { host: '127.0.0.1', isSecure: false, user: '', password: '' }
const RECIPIENTS = [MESSAGE.to, ...MESSAGE.cc]
const SILENCE_MS = 150

async function send(
  settings: Partial<SmtpSettings> & { readonly port: number },
  signal = new AbortController().signal,
): Promise<Delivery> {
  const pdf = {
    filename: 'invoice.pdf',
    contentType: 'application/pdf',
    content: Buffer.from('%PDF'),
  }
  const bytes = await composeMessage(FROM, MESSAGE, [pdf])
  const smtp = new Smtp({ ...PLAIN, deadlineMs: 10_000, ...settings })
  const envelope = { mailId: MESSAGE.id, from: FROM.address, recipients: RECIPIENTS, bytes }
  return smtp.deliver(envelope, signal)
}

const TAKEN = { kind: 'taken', deferred: [], refused: [], note: '' }

test('a mail arrives whole: text, HTML, attachment, and headers that cannot be widened', async (t) => {
  const { port, received } = await startSmtp(t)
  assert.deepEqual(await send({ port }), TAKEN)
  const [{ recipients, mail, raw }] = received
  assert.deepEqual(recipients, RECIPIENTS)
  assert.deepEqual(mail.from, FROM)
  assert.equal(mail.to?.[0]?.address, MESSAGE.to)
  assert.equal(mail.cc?.[0]?.address, MESSAGE.cc[0])
  assert.equal(mail.bcc, undefined)
  assert.equal(mail.subject, 'Invoice 1042 — thank you Bcc: evil@example.com')
  assert.equal(mail.messageId, `<${MESSAGE.id}@doorplate.example>`)
  assert.equal(mail.date, '2026-03-14T12:00:00.000Z')
  assert.equal(mail.text?.trim(), MESSAGE.text.trim())
  assert.match(mail.html ?? '', /<p>HTML<\/p>/)
  assert.equal(mail.attachments[0].filename, 'invoice.pdf')
  assert.match(raw.toString(), /^Auto-Submitted: auto-generated\r$/m)
  assert.match(raw.toString(), /^X-Auto-Response-Suppress: All\r$/m)
})

test('a recipient that is refused for good does not keep the mail from the others', async (t) => {
  const { port, received } = await startSmtp(t, {
    rcpt: (address) => (address === 'cc@example.com' ? 550 : undefined),
  })
  const delivery = await send({ port })
  assert.equal(delivery.kind, 'taken')
  assert.deepEqual({ ...delivery, note: '' }, { ...TAKEN, refused: ['cc@example.com'] })
  assert.match(delivery.note, /550/)
  assert.deepEqual(received[0].recipients, [MESSAGE.to])
})

test('a recipient that is put off is named, so that only it is tried again', async (t) => {
  const { port } = await startSmtp(t, {
    rcpt: (address) => (address === 'cc@example.com' ? 451 : undefined),
  })
  const delivery = await send({ port })
  assert.deepEqual({ ...delivery, note: '' }, { ...TAKEN, deferred: ['cc@example.com'] })
})

test('refused for everyone is final; put off for one of them is not', async (t) => {
  const never = await startSmtp(t, { rcpt: () => 550 })
  assert.equal((await send({ port: never.port })).kind, 'refused')
  const some = await startSmtp(t, { rcpt: (address) => (address === MESSAGE.to ? 550 : 450) })
  const delivery = await send({ port: some.port })
  assert.ok(delivery.kind === 'deferred' && !delivery.isServer)
  assert.deepEqual(delivery.recipients, ['cc@example.com'])
})

test('a refusal of the mail itself is final with 5xx and retried with 4xx', async (t) => {
  const never = await startSmtp(t, { data: () => 554 })
  assert.equal((await send({ port: never.port })).kind, 'refused')
  const later = await startSmtp(t, { data: () => 451 })
  assert.equal((await send({ port: later.port })).kind, 'deferred')
})

test('a server that hangs up half-way, or cannot be reached, is tried again', async (t) => {
  const { port } = await startSmtp(t, { data: () => 'drop' })
  const dropped = await send({ port })
  assert.ok(dropped.kind === 'deferred' && dropped.isServer)
  const { port: closed } = await listening(t, (socket) => socket.destroy())
  assert.equal((await send({ port: closed })).kind, 'deferred')
  const refused = await send({ port: 1 })
  assert.match(refused.note, /ECONNREFUSED/)
})

test('a server that hangs at any point is let go at the deadline', async (t) => {
  const { port: afterMail } = await startSmtp(t, { data: () => 'hang' })
  const { port: silent } = await listening(t, () => {})
  const { port: dripping } = await listening(t, (socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20)
    socket.on('close', () => clearInterval(drip)).on('error', () => {})
  })
  for (const port of [afterMail, silent, dripping]) {
    const delivery = await send({ port, deadlineMs: SILENCE_MS })
    assert.ok(delivery.kind === 'deferred' && delivery.isServer)
    assert.equal(delivery.note, 'The server took too long.')
  }
})

test('a stop cuts off a mail in progress', async (t) => {
  const stop = new AbortController()
  const { port } = await listening(t, () => stop.abort())
  const delivery = await send({ port, deadlineMs: 60_000 }, stop.signal)
  assert.equal(delivery.note, 'The service was stopped.')
  const { port: other, received } = await startSmtp(t)
  const late = await send({ port: other }, AbortSignal.abort())
  assert.deepEqual([late.kind, late.note], ['deferred', 'The service was stopped.'])
  assert.equal(received.length, 0, 'after a stop none is begun')
})

test('a server that answers nonsense or without end is let go', async (t) => {
  for (const words of ['HTTP/1.1 400 Bad Request\r\n\r\n', '554 No service\r\n', '\u0000\r\n']) {
    const { port } = await listening(t, (socket) => socket.on('error', () => {}).end(words))
    const delivery = await send({ port, deadlineMs: 2000 })
    assert.equal(delivery.kind, 'deferred', words)
  }
  const { port } = await listening(t, (socket) => {
    socket.on('error', () => {}).write('220-x'.repeat(100_000))
  })
  assert.equal((await send({ port, deadlineMs: 2000 })).kind, 'deferred')
})

test('encryption is used wherever it is offered, and a certificate is checked where a password is sent', async (t) => {
  const login = { user: 'me@example.com', password: 'p@ss:w/rd' }
  const starttls = await startSmtp(t, { login })
  assert.deepEqual(await send({ port: starttls.port, ...login }), TAKEN)
  assert.ok(starttls.received[0].isEncrypted)
  assert.equal(starttls.received[0].user, login.user)
  const secure = await startSmtp(t, { login, options: { secure: true } })
  const smtps = { port: secure.port, host: 'localhost', isSecure: true, ...login }
  const untrusted = await send(smtps)
  assert.ok(untrusted.kind === 'deferred' && /certificate/.test(untrusted.note), untrusted.note)
  assert.deepEqual(await send({ ...smtps, ca: TEST_CERT }), TAKEN)
})

test('a password is sent to another machine only where the line is encrypted, and to this one as it is', async (t) => {
  const login = { user: 'me', password: 'hunter2!' }
  const open = await startSmtp(t, { login, options: { hideSTARTTLS: true } })
  // Any address of this machine that does not say so.
  const refused = await send({ port: open.port, host: '0.0.0.0', ...login })
  assert.ok(refused.kind === 'deferred' && refused.isServer, refused.note)
  assert.equal(open.received.length, 0)
  assert.deepEqual(await send({ port: open.port, host: 'localhost', ...login }), TAKEN)
  assert.deepEqual(open.received[0].user, 'me')
})

test('a mail that is too large is not tried again, and a long answer of a server is cut short', async (t) => {
  const full = await startSmtp(t, { data: () => 552 })
  assert.equal((await send({ port: full.port })).kind, 'refused')
  const small = await startSmtp(t, { options: { size: 500 } })
  assert.equal((await send({ port: small.port })).kind, 'refused')
  assert.equal(small.datas(), 0, 'its size is told first')
  // Said before the mail has come, a refusal is of the sender and of all mails, but for one of the size.
  for (const [code, kind, isServer] of [
    [552, 'refused', undefined],
    [452, 'deferred', true],
    [550, 'deferred', true],
    [530, 'deferred', true],
  ] as const) {
    const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, _session, callback) =>
      callback(Object.assign(new Error('No'), { responseCode: code }))
    const early = await startSmtp(t, { options: { onMailFrom } })
    const delivery = await send({ port: early.port })
    assert.equal(delivery.kind, kind, String(code))
    assert.equal(delivery.kind === 'deferred' ? delivery.isServer : undefined, isServer)
  }
  const { port } = await listening(t, (socket) => {
    socket.on('error', () => {}).end(`554 ${'x'.repeat(1000)}\u0007\r\n`)
  })
  const { note } = await send({ port })
  assert.equal(note.length, 300)
  assert.doesNotMatch(note, /\p{Cc}/u)
})

test('a wrong password is tried again later and shown nowhere', async (t) => {
  const { port } = await startSmtp(t, { login: { user: 'me', password: 'right' } })
  const delivery = await send({ port, user: 'me', password: 'hunter2!' })
  assert.ok(delivery.kind === 'deferred' && delivery.isServer)
  assert.match(delivery.note, /535/)
  assert.doesNotMatch(JSON.stringify(delivery), /hunter2|aHVudGVyMi/)
})

test('a server that repeats all that it was sent puts no password into a note, in whichever form', async (t) => {
  for (const mechanism of ['PLAIN', 'LOGIN']) {
    for (const password of ['hunter2!', 'p', 'a.*b(c', 'ünïcödé']) {
      const heard: string[] = []
      const { port } = await listening(t, (socket) => {
        const answers = ['250-a', '334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6']
        socket.write('220 a\r\n')
        socket
          .on('error', () => {})
          .on('data', (bytes) => {
            heard.push(String(bytes).trim())
            const isLast = heard.length === (mechanism === 'PLAIN' ? 2 : 4)
            const said = isLast
              ? `535 No: ${heard.slice(1).join(' and ')}`
              : answers[heard.length - 1]
            socket.write(`${said}\r\n${heard.length === 1 ? `250 AUTH ${mechanism}\r\n` : ''}`)
          })
      })
      const { note } = await send({ port, user: 'ada', password })
      assert.match(note, /535 No: AUTH \S+ .*…$/, mechanism)
      const forms = [password, `\0ada\0${password}`]
      for (const form of [...forms, ...forms.map((each) => Buffer.from(each).toString('base64'))]) {
        assert.ok(!note.includes(form), `${note} has ${form}`)
      }
    }
  }
})

test('the parts of SMTP_URL are read, and whatever else it holds is refused', () => {
  const good = parseSmtpUrl('smtps://me%40example.com:p%3Ass@[::1]')
  const parts = { host: '::1', port: 465, isSecure: true, user: 'me@example.com', password: 'p:ss' }
  assert.deepEqual(good, parts)
  assert.equal(parseSmtpUrl('smtp://relay')?.port, 587)
  assert.equal(parseSmtpUrl('smtp://relay:25/')?.port, 25)
  const bad = ['', 'relay', 'http://relay', 'smtp://', 'smtp:relay', 'smtp://relay:99999']
  const more = ['smtp://u@relay', 'smtp://:p@relay', 'smtp://%zz:p@relay', 'smtp://relay?tls=no']
  for (const url of [...bad, ...more, 'smtp://relay/path']) {
    assert.equal(parseSmtpUrl(url), undefined, url)
  }
})

async function listening(t: TestContext, greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    greet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { port: address.port }
}
