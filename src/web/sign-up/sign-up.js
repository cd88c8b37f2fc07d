// The form that requests a trial account.

import { byId, countryOptions } from '../dom.js'
import { Api } from '../shared/api.js'
import { form, OWN_EMAIL } from '../shared/form.js'

const api = new Api()

byId('sign-up').replaceChildren(
  form(
    [
      { ...OWN_EMAIL, label: 'E-mail address' },
      { name: 'product', label: 'Country', options: countryOptions().toReversed() },
    ],
    'Send link',
    async ({ email = '', product = '' }) => {
      await api.signIn('POST', '/sign-up', { email, product })
      return `We have sent a link to ${email}. Open the newest link in this browser within 15 minutes.`
    },
  ),
)
