// Pages of somebody else’s that use our scripts: the address field in a form, and scripts of older pages.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageReply } from '../../../src/endpoints/pages/page.ts'

const JQUERY = join(import.meta.dirname, '../../../node_modules/jquery/dist/jquery.min.js')

const FORM = `<!doctype html><title>Shop</title><script type="module" src="/client/address-lookup.js"></script>
<form onsubmit="return false"><address-lookup token="dtoken_1" base="http://localhost/" label="Where" placeholder="type"
manual="By hand" min="3" debounce="50" lines="2" fields="line_1=first town_or_city=town">
<input name="first" aria-label="First"><input autocomplete="shipping address-line2" aria-label="Second">
<input name="town" aria-label="Town"><input name="postcode" aria-label="Postcode">
<select name="country" autocomplete="country" aria-label="Country"><option value="">-</option><option value="GB">UK</option>
</select><input type="checkbox" name="county" aria-label="County"><input type="file" name="line_3" aria-label="File">
</address-lookup><button>Buy</button></form>`

/** Says what the page is told, and when its form is sent. */
const OLDER = `<!doctype html><title>Older</title><script>
const say = (...what) => watched.done.push(what.map((each) => JSON.stringify(each)).join(' '))
for (const of of ['autocomplete-', 'find-', ''])
  for (const what of ['suggestions', 'suggestions-failed', 'address-selected', 'address-selected-failed', 'selected',
    'selected-failed'])
    document.addEventListener('getaddress-' + of + what, (event) => {
      const { type, target, query, id, address, suggestions, status, message, detail } = event
      say(type, target.id, { query, id, address, suggestions, status, message }, Object.keys(detail))
    })
</script><form onsubmit="say('the form is sent'); return false"><button>Send</button>`

const inputs = (...ids: string[]) =>
  ids.map((id) => `<input id="${id}" aria-label="${id}">`).join('')

const PLUGIN_SCRIPTS = `<script src="/jquery.js"></script><script>
const heard = {
  onLookupSuccess: (answer) => say('found', answer),
  onLookupError: (error) => say('failed', error.status, error.message),
  onAddressSelected(address, at) { say('selected', this.id, address, at) },
}
</script>`

/** Each version of the plugin fills a part of the page of its own. */
const PLUGIN = `${OLDER}<div id="two"></div><div id="three"></div><div id="four"></div>
<input id="box" aria-label="Own box"><button type="button" id="go">Own button</button>
${inputs('line1', 'line2', 'line3', 'town', 'county', 'postcode', 'l3', 'l4', 'place', 'f0', 'f1')}
</form>${PLUGIN_SCRIPTS}
<script src="/js/jquery.getAddress-2.0.8.min.js"></script><script>
say($('#two').getAddress({ api_key: 'k2', ...heard }).get(0).id, $('#none').getAddress({}).length)
</script><script src="/scripts/jquery.getAddress-3.0.1.js"></script><script>
$.getAddress.setup({ api_key: 'k3', button_label: 'Three', input_label: 'Third', ...heard })
$('#three').getAddress()
</script><script src="/scripts/jquery.getAddress-4.0.0.min.js"></script><script>
$('#four').getAddress({
  api_endpoint: 'https://api.getaddress.io/own/', input: '#box', button: '#go', lookup_interval: 50,
  button_disabled_message: '<b>Busy</b>', dropdown_id: 'd4', dropdown_class: 'd c', dropdown_select_message: 'Take one',
  error_message_id: 'e4', error_message_class: 'e c', error_message_postcode_invalid: 'invalid',
  error_message_postcode_not_found: 'not <i>found</i>', error_message_default: 'failed',
  output_fields: { line_3: '#l3', line_4: '#l4', locality: '#place', post_town: '#town', formatted_address_0: '#f0',
    formatted_address_1: '#f1', county: '', ...{} },
})
const asked = (text) => $.getAddress.lookupPostcode(text, 'k4', (a) => say('found', a), (e) => say('failed', e.status))
const codes = ['SK1 1AA', ' sk11aa ', 'xx2 00x', 'A1 1A', 'ABCDE 1AA', 'SK1 AAA', 'SK1 1AAX', 'SK1']
say(codes.map($.getAddress.validatePostcodeFormat), Object.keys($.getAddress.defaults()).length)
</script><button onclick="asked('sk1 1aa')">Ask</button><button onclick="asked('SK9 9ZZ')">Ask for none</button>
<button onclick="$.getAddress.clearAll()">Clear</button>`

const AUTOCOMPLETE = `${OLDER}<input id="one" aria-label="One"><input class="two" id="two" aria-label="Two">
<input id="three" aria-label="Three">${inputs('formatted_address_0', 'formatted_address_4', 'line_1', 'postcode')}
${inputs('out', 'town', 'residential')}<p id="county"></p><p id="district"></p></form>
<script src="/scripts/getaddress-autocomplete-1.1.3.min.js"></script><script>
say(getAddress.autocomplete('one', 'k1').id, getAddress.autocomplete('none', 'k'), getAddress.autocomplete('county', 'k'))
const first = getAddress
</script><script src="/scripts/getAddress-autocomplete-native-2.0.1.js"></script><script>
say(Object.keys(getAddress))
getAddress.autocompleteNative('.two', '', {
  id_prefix: 'p', css_prefix: 'c', delay: 10, minimum_characters: 3, suggestion_count: 3, suggestion_template: '{line_1}',
  show_all_for_postcode: true, show_postcode: true, clear_list_on_select: false, select_on_focus: false,
  input_focus_on_select: false, input_class_names: ['i1', 'i2'], list_class_names: ['l1'], container_class_names: ['o1'],
  suggestion_class_names: ['s1'], suggestion_focused_class_names: ['f1'], list_width: '300px',
  output_fields: { line_1: 'out', post_town: '#town', district: '', county: undefined, residential: '[id=residential]' },
  filter: { county: 'x' }, location: { latitude: 1, longitude: 2 },
  alt_autocomplete_url: 'https://api.getaddress.io/own/{query}?x=1', alt_get_url: '/own/get/{id}',
  selected: (address) => say('selected', address),
})
getAddress.autocomplete('three', 'k3', { enable_get: false, bind_output_fields: false })
</script><button onclick="getAddress.destroy()">Destroy</button><button onclick="first.destroy()">Destroy first</button>`

const FIND = `${OLDER}<div id="a"></div><div class="b" id="b"></div>
${inputs('formatted_address_0', 'line_1', 'town_or_city', 'postcode', 'out', 'thoroughfare')}</form>
<script src="/scripts/getaddress-find-1.0.7.min.js"></script><script>
say(getAddress.find('a', 'k1').id, getAddress.find('none', 'k1'))
getAddress.find('.b', 'k2', {
  input: { id: 'bi', name: 'bn', class: 'bc', label: 'Code' },
  button: { id: 'bb', class: 'btn', label: '<b>Go</b>', disabled_message: 'Wait' },
  dropdown: { id: 'bd', class: 'drop', select_message: 'Choose', template: '{line_1}' },
  error_message: { id: 'be', class: 'err', not_found: 'None <here>' },
  output_fields: { line_1: 'out', formatted_address_0: undefined },
  endpoints: { autocomplete_url: '/own/{query}', get_url: '/own/get/{id}', autocomplete_options: { top: 9 } },
})
</script>`

const PAGES: Readonly<Record<string, string>> = {
  '/form': FORM,
  '/older/plugin': PLUGIN,
  '/older/autocomplete': AUTOCOMPLETE,
  '/older/find': FIND,
}

export function foreignPage(target: string): PageReply | undefined {
  if (target === '/jquery.js') {
    return { status: 200, contentType: 'text/javascript', body: readFileSync(JQUERY, 'utf8') }
  }
  const body = PAGES[target]
  return body === undefined ? undefined : { status: 200, contentType: 'text/html', body }
}
