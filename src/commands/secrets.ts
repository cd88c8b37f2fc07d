// `secrets rotate`: encrypts the secrets in the store again after SECRETS_KEY was set or changed.

import { resealSigningSecret } from '../billing/invoices/signing.ts'
import { resealWebhookSecrets } from '../webhooks/registrations.ts'
import { type Command, UsageError } from './shared/command.ts'
import { withAudit } from './shared/store-access.ts'

export const secretsCommand: Command = {
  name: 'secrets rotate',
  summary: 'Encrypt all secrets in the store with the first key of SECRETS_KEY.',
  run: (given) =>
    withAudit(given, async (store) => {
      if (!store.secrets.hasKey) throw new UsageError('Set SECRETS_KEY to the new key first.')
      const webhooks = await resealWebhookSecrets(store, given.clock.now())
      const encrypted = webhooks + (await resealSigningSecret(store))
      const text = `Encrypted ${encrypted} secrets with the first key. Earlier keys are no longer needed.`
      return { json: { encrypted }, text }
    }),
}
