// A node of its own that sends queued mails, until it is killed.

import { OWN_BRAND } from '../../src/lib/brand/brand.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { MailSender } from '../../src/mail/sender.ts'
import { Smtp } from '../../src/mail/smtp.ts'
import { openStore } from '../../src/store/open-store.ts'

const [databaseUrl = '', dataDir = '', port = ''] = process.argv.slice(2)
const store = await openStore({ databaseUrl, dataDir })
const sender = new MailSender({
  brand: OWN_BRAND,
  baseUrl: 'http://localhost:8080',
  keptDays: 90,
  store,
  clock: systemClock,
  log: makeLog('silent', systemClock.now, () => {}),
  from: { name: 'Doorplate', address: 'mail@doorplate.example' },
  transport: new Smtp({
    host: '127.0.0.1',
    port: Number(port),
    isSecure: false,
    user: '',
    password: '',
  }),
  attachmentsOf: async () => [],
})
sender.start()
// Nothing else keeps the process alive between two rounds.
setInterval(() => {}, 60_000)
