// Pages as they stand in public, rewritten, with our host and a domain token: each goes to the filled form in Chromium.
// Covers: src/legacy/pages/**

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { testBrowser, WAIT_MS } from '../../support/browser/browser.ts'
import { testClientPages } from '../../support/browser/client-pages.ts'
import { tokenFor } from '../../support/credential-kinds.ts'
import { posting, testService } from '../../support/running.ts'

const browser = await testBrowser()
const pages = await testClientPages()
const running = await testService()
const account = await running.account('uk', 'standard')
const token = await tokenFor(running, account, 'localhost')
const JQUERY = '<script src="/packages/jquery/dist/jquery.min.js"></script>'

const faults: string[] = []
afterEach(() => assert.deepEqual(faults.splice(0), []))

function script(file: string): string {
  return `<script src="${running.baseUrl}/${file}"></script>`
}

function inputs(...ids: string[]): string {
  return ids.map((id) => `<input id="${id}">`).join('')
}

async function open(html: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(pages.put('/checkout', `<!doctype html><title>Checkout</title>${html}`))
  return page
}

async function assertValues(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, value] of Object.entries(values)) {
    await page.waitForFunction(
      `document.getElementById(${JSON.stringify(id)}).value === ${JSON.stringify(value)}`,
    )
  }
}

const SEVEN = '7 Netherby Road, Cults, Aberdeen, Aberdeenshire'

/** Types a postcode into the box of the plugin, presses the button and takes number 7. */
async function takeNumberSeven(page: Page, prefix: 'opc' | 'getaddress'): Promise<void> {
  await page.locator(`#${prefix}_input`).fill('ab159hl')
  await page.locator(`#${prefix}_button`).click()
  await page.locator(`#${prefix}_dropdown`).selectOption({ label: SEVEN })
}

test('plugin 2.0.0: a donation form whose fields have the names of a form builder', async () => {
  const page = await open(`<form><div id="postcode_lookup"></div>
    ${inputs('input_2_6', 'input_2_7', 'input_2_8', 'input_2_9', 'input_2_10', 'input_2_11')}</form>
    ${JQUERY}${script('js/jquery.getAddress-2.0.0.min.js')}
    <script>
      jQuery(document).ready(function () {
        $('#postcode_lookup').getAddress({
          api_key: '${token}',
          output_fields: {
            line_1: '#input_2_6', line_2: '#input_2_7', line_3: '#input_2_8',
            post_town: '#input_2_9', county: '#input_2_10', postcode: '#input_2_11',
          },
        })
      })
    </script>`)
  await takeNumberSeven(page, 'opc')
  await assertValues(page, {
    input_2_6: '7 Netherby Road',
    input_2_7: '',
    input_2_9: 'Cults, Aberdeen',
    input_2_10: 'Aberdeenshire',
    input_2_11: 'AB15 9HL',
  })
  await page.close()
})

test('plugin 2.0.8: callbacks read Latitude and the chosen address, and classes are set', async () => {
  const page = await open(`<p id="by_hand">Type it</p><div id="postcode_lookup"></div>
    ${inputs('line1', 'address', 'address2', 'town', 'county', 'post_code', 'lat', 'chosen')}
    ${JQUERY}${script('js/jquery.getAddress-2.0.8.min.js')}
    <script>
      $('#postcode_lookup').getAddress({
        api_key: '${token}',
        output_fields: {
          line_1: '#line1', line_2: '#address', line_3: '#address2',
          post_town: '#town', county: '#county', postcode: '#post_code',
        },
        button_class: 'btn btn-yellow',
        input_class: 'form-control my-class',
        dropdown_class: 'form-control my-list',
        onLookupSuccess: function (data) {
          $('#by_hand').hide()
          $('#lat').val(data.Latitude)
        },
        onAddressSelected: function (elem, index) {
          $('#chosen').val(index + ': ' + elem.split(',')[0])
        },
      })
      $('#postcode_lookup').find('input').addClass('wide')
    </script>`)
  await page.locator('#opc_input.form-control.wide').fill('AB15 9HL')
  await page.locator('#opc_button.btn-yellow').click()
  await page.locator('select.my-list').selectOption({ label: SEVEN })
  await assertValues(page, { line1: '7 Netherby Road', town: 'Cults, Aberdeen' })
  assert.match(await page.locator('#lat').inputValue(), /^57\.\d+$/)
  assert.match(await page.locator('#chosen').inputValue(), /^\d+: 7 Netherby Road$/)
  assert.equal(await page.locator('#by_hand').isVisible(), false)
  await page.close()
})

test("plugin 2: the page's own box and button, a look-up on leaving the box, and its words for no address", async () => {
  const page = await open(`<div id="postcode_lookup"></div>
    ${inputs('post_code', 'street', 'city', 'county_state', 'postcode')}
    <a href="#" id="search_postcode">Search</a><div id="details" hidden>By hand</div>
    ${JQUERY}${script('js/jquery.getAddress-2.0.7.min.js')}
    <script>
      $('#postcode_lookup').getAddress({
        api_key: '${token}',
        output_fields: {
          line_1: '#street', line_3: '', post_town: '#city', county: '#county_state', postcode: '#postcode',
        },
        input: '#post_code',
        button: '#search_postcode',
        lookup_interval: 0,
        error_message_postcode_not_found: 'Please type your address',
        onLookupError: function () { $('#details').show() },
      })
      $('#post_code').blur(function () { $('#search_postcode').trigger('click') })
    </script>`)
  await page.locator('#post_code').fill('XX4 04X')
  await page.locator('#street').focus()
  assert.equal(await page.locator('#opc_error_message').innerText(), 'Please type your address')
  await page.locator('#details').waitFor({ state: 'visible' })
  await page.locator('#post_code').fill('AB15 9HL')
  await page.locator('#street').focus()
  await page.locator('#opc_dropdown').selectOption({ label: SEVEN })
  await assertValues(page, { street: '7 Netherby Road', postcode: 'AB15 9HL' })
  assert.equal(await page.locator('#opc_error_message').count(), 0)
  await page.close()
})

test('plugin 3.0.4: the snippet of its guide, the ids of its time, and latitude in the answer', async () => {
  const page = await open(`<div id="postcode_lookup"></div>
    ${inputs('line1', 'line2', 'line3', 'town', 'county', 'postcode', 'lat')}
    ${JQUERY}${script('scripts/jquery.getAddress-3.0.4.min.js')}
    <script>
      $('#postcode_lookup').getAddress({
        api_key: '${token}',
        input_name: 'address_id',
        onLookupSuccess: function (data) { $('#lat').val(data.latitude) },
      })
    </script>`)
  assert.equal(await page.locator('#getaddress_input').getAttribute('name'), 'address_id')
  await takeNumberSeven(page, 'getaddress')
  await assertValues(page, { line1: '7 Netherby Road', town: 'Cults, Aberdeen' })
  assert.match(await page.locator('#lat').inputValue(), /^57\.\d+$/)
  await page.close()
})

test('plugin 4.0.0: the parts of a building go to fields of their own', async () => {
  const page = await open(`<div id="postcode_lookup"></div>
    ${inputs('BuildingNumber', 'BuildingName', 'street', 'town', 'county', 'postcode')}
    ${JQUERY}${script('scripts/jquery.getAddress-4.0.0.min.js')}
    <script>
      $('#postcode_lookup').getAddress({
        api_key: '${token}',
        output_fields: {
          building_number: '#BuildingNumber', building_name: '#BuildingName',
          thoroughfare: '#street', county: '#county', post_town: '#town', postcode: '#postcode',
        },
      })
    </script>`)
  await takeNumberSeven(page, 'getaddress')
  await assertValues(page, {
    BuildingNumber: '7',
    BuildingName: '',
    street: 'Netherby Road',
    town: 'Cults, Aberdeen',
    postcode: 'AB15 9HL',
  })
  await page.close()
})

test('autocomplete 1.1.3: one line of script fills the fields that have the names of the parts', async () => {
  const page = await open(`
    ${inputs('formatted_address_0', 'formatted_address_3', 'town_or_city', 'county', 'postcode', 'latitude')}
    ${script('scripts/getaddress-autocomplete-1.1.3.min.js')}
    <script>getAddress.autocomplete('formatted_address_0', '${token}')</script>`)
  await page.locator('#formatted_address_0').pressSequentially('7 netherby ro')
  await page.getByRole('option', { name: /^7 Netherby Road, .*AB15 9HL$/ }).click()
  await assertValues(page, {
    postcode: 'AB15 9HL',
    formatted_address_0: '7 Netherby Road',
    formatted_address_3: 'Cults, Aberdeen',
    town_or_city: 'Aberdeen',
    county: 'Aberdeenshire',
  })
  assert.match(await page.locator('#latitude').inputValue(), /^57\.\d+$/)
  await page.close()
})

test('location and typeahead of the combined script: places and words, filled and announced', async () => {
  const page =
    await open(`${inputs('place', 'native', 'words', 'town_or_city', 'latitude', 'heard')}
    ${script('scripts/getaddress-2.0.5.min.js')}
    <script>
      getAddress.location('place', '${token}')
      getAddress.locationNative('native', '${token}', { enable_get_location: false })
      getAddress.typeahead('words', 'town_or_city', '${token}')
      document.addEventListener('getaddress-location-selected', (e) => {
        document.getElementById('heard').value = e.location.town_or_city
      })
    </script>`)
  await page.locator('#place').fill('sheffield')
  await page.getByRole('option').first().click()
  await assertValues(page, { town_or_city: 'Sheffield', heard: 'Sheffield' })
  assert.match(await page.locator('#latitude').inputValue(), /^53\.\d+$/)
  await page.locator('#words').fill('aberd')
  await page.getByRole('option', { name: 'Aberdeen', exact: true }).click()
  await assertValues(page, { words: 'Aberdeen' })
  for (const name of ['location-1.0.0.min', 'location-native-1.0.1', 'typeahead-1.0.1.min']) {
    const { status } = await running.ask(`/scripts/getaddress-${name}.js`)
    assert.equal(status, 200, name)
  }
  await page.close()
})

test('autocomplete 1.3.6: an app adds the script itself, names the fields and listens', async () => {
  const page = await open(`${inputs('textbox_id', 'street', 'code', 'heard')}
    <script>
      const script = document.createElement('script')
      script.src = '${running.baseUrl}/scripts/getaddress-autocomplete-1.3.6.min.js'
      script.async = true
      script.onload = () => {
        window.getAddress.autocomplete('textbox_id', '${token}', {
          output_fields: { formatted_address_0: 'street', postcode: 'code' },
          select_on_focus: true, suggestion_count: 3, minimum_characters: 2, bind_output_fields: true,
        })
        document.body.dataset.ready = 'yes'
      }
      document.body.appendChild(script)
      document.addEventListener('getaddress-autocomplete-suggestions', (e) => {
        document.getElementById('heard').value = e.suggestions.length
      })
      document.addEventListener('getaddress-autocomplete-address-selected', (e) => {
        document.getElementById('heard').value = e.target.id + ' ' + e.address.country
      })
    </script>`)
  await page.locator('body[data-ready=yes]').waitFor()
  // At once: the answer to a part of it would take the place of what the arrow has chosen.
  await page.locator('#textbox_id').fill('netherby road')
  await assertValues(page, { heard: '3' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await assertValues(page, { code: 'AB15 9HL', heard: 'textbox_id Scotland' })
  assert.match(await page.locator('#street').inputValue(), /Netherby Road$|Barn$/)
  await page.close()
})

test('autocomplete 2: the page listens to what it got back, and fills its own lines', async () => {
  const page = await open(`${inputs('line1', 'line2', 'line4', 'postcode')}
    ${script('scripts/getaddress-autocomplete-2.0.2.min.js')}
    <script>
      const box = getAddress.autocomplete('line1', '${token}', { filter: { town_or_city: 'Aberdeen' } })
      box.addEventListener('getaddress-autocomplete-address-selected', function (e) {
        for (const [at, id] of [[0, 'line1'], [1, 'line2'], [3, 'line4']])
          document.getElementById(id).value = e.address.formatted_address[at]
        document.getElementById('postcode').value = e.address.postcode
      })
    </script>`)
  await page.locator('#line1').pressSequentially('church barn netherby')
  await page.getByRole('option', { name: /^Church Barn/ }).click()
  await assertValues(page, {
    postcode: 'AB15 9HL',
    line1: 'Church Barn',
    line2: '4 Netherby Road',
    line4: 'Cults, Aberdeen',
  })
  await page.close()
})

test('autocomplete 3.0.9: a page waits for it and takes the address by its function', async () => {
  const page = await open(`${inputs('Address', 'Town')}
    ${script('scripts/getaddress-autocomplete-3.0.9.js')}
    <script>
      const start = async () => {
        await getAddress.autocomplete('Address', '${token}', {
          enable_history: false,
          selected: (address) => {
            document.getElementById('Address').value = address.formatted_address.filter(Boolean).join(', ')
            document.getElementById('Town').value = address.town_or_city
          },
        })
      }
      start()
    </script>`)
  await page.locator('#Address').pressSequentially('7 netherby road')
  await page.getByRole('option', { name: /^7 Netherby Road/ }).click()
  await assertValues(page, { Town: 'Aberdeen', Address: SEVEN })
  await page.close()
})

test('a taxi page has two boxes, each with its own point', async () => {
  const page =
    await open(`${inputs('pickup', 'dropoff', 'latitude', 'longitude', 'latitude1', 'longitude1')}
    ${script('scripts/getaddress-autocomplete-1.1.2.min.js')}
    <script>
      getAddress.autocomplete('pickup', '${token}', { output_fields: { latitude: 'latitude', longitude: 'longitude' } })
    </script>
    <script>
      getAddress.autocomplete('dropoff', '${token}', {
        set_default_output_field_names: false,
        output_fields: { latitude: 'latitude1', longitude: 'longitude1' },
      })
    </script>`)
  await page.locator('#dropoff').pressSequentially('7 netherby road')
  await page.getByRole('option', { name: /^7 Netherby Road/ }).click()
  await page.waitForFunction(`document.getElementById('longitude1').value !== ''`)
  assert.match(await page.locator('#dropoff').inputValue(), /^7 Netherby Road, Cults/)
  assert.equal(await page.locator('#longitude').inputValue(), '')
  await page.close()
})

test('find 2.0.0: box, button and list in the words and classes of the page', async () => {
  const page = await open(`<form><div id="postcode_lookup"></div>
    ${inputs('pickup_1', 'pickup_2', 'town_or_city', 'postcode', 'heard')}</form>
    ${script('scripts/getaddress-find-2.0.0.min.js')}
    <script>
      getAddress.find('postcode_lookup', '${token}', {
        output_fields: { formatted_address_0: 'pickup_1', formatted_address_1: 'pickup_2' },
        input: { id: 'pc', name: 'pc', class: 'form-control', label: 'Enter Postcode' },
        button: { id: 'go', class: 'btn', label: 'Find Address', disabled_message: 'Wait' },
        dropdown: { id: 'list', class: 'form-control', select_message: 'Choose' },
        error_message: { id: 'none', not_found: 'No such place' },
      })
      document.addEventListener('getaddress-find-address-selected', function (e) {
        document.getElementById('heard').value = e.address.district
      })
    </script>`)
  await page.locator('#pc').fill('ZE9 9ZZ')
  await page.locator('#go').click()
  assert.equal(await page.locator('#none').innerText(), 'No such place')
  await page.locator('#pc').fill('AB15 9HL')
  await page.locator('#pc').press('Enter')
  await page
    .locator('#list')
    .selectOption({ label: 'Church Barn, 4 Netherby Road, Cults, Aberdeen, Aberdeenshire' })
  await assertValues(page, {
    postcode: 'AB15 9HL',
    pickup_1: 'Church Barn',
    pickup_2: '4 Netherby Road',
    town_or_city: 'Aberdeen',
  })
  assert.equal(await page.locator('#none').count(), 0)
  await page.close()
})

test('find 1.0.7: nothing but a container and a key', async () => {
  const page = await open(`<div id="container"></div>${inputs('formatted_address_0', 'postcode')}
    ${script('scripts/getaddress-find-1.0.7.min.js')}
    <script>getAddress.find('container', '${token}')</script>`)
  await takeNumberSeven(page, 'getaddress')
  await assertValues(page, { postcode: 'AB15 9HL', formatted_address_0: '7 Netherby Road' })
  await page.close()
})

test('markup in an address stays text in every script', async () => {
  const markup = '<img data-planted src=x onerror="window.owned = true">'
  const body = { postcode: 'ZE1 0AA', line_1: markup, town_or_city: 'Lerwick', residential: true }
  const added = await running.ask('/v2/private-address', account.adminKey, posting(body))
  assert.equal(added.status, 200, added.text)
  const page = await open(`<div id="postcode_lookup"></div><div id="lookup"></div>
    ${inputs('box', 'line1', 'line_1', 'postcode')}
    ${JQUERY}${script('js/jquery.getAddress-2.0.8.min.js')}${script('scripts/getaddress-find-2.0.0.min.js')}
    <script>
      $('#postcode_lookup').getAddress({ api_key: '${token}', output_fields: { line_1: '#line1' } })
      getAddress.find('lookup', '${token}')
      getAddress.autocomplete('box', '${token}')
    </script>`)
  await page.locator('#opc_input').fill('ZE1 0AA')
  await page.locator('#opc_button').click()
  await page.locator('#opc_dropdown').selectOption({ index: 1 })
  await assertValues(page, { line1: markup })
  await page.locator('#getaddress_input').fill('ZE1 0AA')
  await page.locator('#getaddress_button').click()
  await page.locator('#getaddress_dropdown').selectOption({ index: 1 })
  await assertValues(page, { line_1: markup })
  await page.locator('#box').pressSequentially('ze1 0aa')
  assert.match(
    await page.getByRole('option', { name: '<img' }).last().innerText(),
    /^<img data-planted/,
  )
  assert.equal(await page.locator('[data-planted]').count(), 0)
  assert.equal(await page.evaluate('window.owned'), undefined)
  await page.close()
})

test('an API key that was left in a page fails with its status, and the page goes on', async () => {
  const page = await open(`${inputs('line1', 'heard')}
    ${script('scripts/getaddress-autocomplete.min.js')}
    <script>
      getAddress.autocomplete('line1', '${account.apiKey}')
      document.addEventListener('getaddress-autocomplete-suggestions-failed', (e) => {
        document.getElementById('heard').value = e.status + ' ' + e.message
      })
    </script>`)
  await page.locator('#line1').pressSequentially('netherby')
  await assertValues(page, { heard: '401 Unauthorized' })
  await page.close()
})

test('the scripts are small, come under every name, and under no other', async () => {
  for (const [file, kilobytes] of [
    ['js/jquery.getAddress-2.0.5.min.js', 4],
    ['scripts/jquery.getaddress-4.0.0.js', 4],
    ['scripts/getaddress-autocomplete-1.0.24.min.js', 5],
    ['scripts/getaddress-autocomplete-native-2.0.1.min.js', 5],
    ['scripts/getaddress-find.min.js', 5],
  ] as const) {
    const { status, headers, text } = await running.ask(`/${file}`)
    assert.equal(status, 200, file)
    assert.match(headers.get('content-type') ?? '', /^text\/javascript/)
    assert.ok(gzipSync(text).length <= kilobytes * 1024, `${file}: ${gzipSync(text).length} bytes`)
  }
  for (const file of ['js/jquery.js', 'scripts/getaddress-payments-1.0.js', 'scripts/x']) {
    assert.equal((await running.ask(`/${file}`)).json.code, 'not-found', file)
  }
})
