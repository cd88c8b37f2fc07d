// The console of operators.

import { button, byId } from '../dom.js'
import { listsSection } from '../lists/lists.js'
import { Api } from '../shared/api.js'
import { finishOpenId, showSections, showSignIn, signOut } from '../shared/sections.js'
import { accountsSection } from './accounts.js'
import { invoicesSection } from './invoices.js'
import { overviewSection, plansSection } from './overview.js'
import { auditCard, dataSection, healthSection } from './service.js'

const KEY = {
  name: 'operator_key',
  label: 'Operator key',
  placeholder: 'operator_…',
  hint: 'Your actions are logged under your name.',
}

const api = new Api('/operator/session')
showSections(byId('desk'), {
  api,
  label: 'Operator',
  title: 'Operator',
  holder: [await signedIn(), 'Operator'],
  sections: [
    ['overview', 'Overview', overviewSection],
    ['accounts', 'Accounts', accountsSection],
    ['invoices', 'Invoices', invoicesSection],
    ['plans', 'Plans', plansSection],
    ['lists', 'Lists', (_, _again, rest) => listsSection(api, rest, true)],
    ['data', 'Data', dataSection],
    ['health', 'Health', healthSection],
    ['acts', 'Audit log', async () => [auditCard(api)]],
  ],
  buttons: [button('Sign out', () => signOut(api, '/operator'), { class: 'small' })],
})

/** Resolves to the operator's name. @returns {Promise<string>} */
async function signedIn() {
  const { fault } = await finishOpenId(api)
  for (;;) {
    const session = await api.signIn('GET', '').catch(() => ({}))
    if (session.signed_in) return session.name
    await showSignIn(api, session, fault, KEY, 'primary')
  }
}
