// Puts the components where older pages call them: window.getAddress. Both may come in one script or in two.

import { autocomplete, destroy } from './autocomplete.js'
import { find } from './find.js'

const page = /** @type {{ getAddress?: object }} */ (/** @type {unknown} */ (window))
page.getAddress = {
  ...page.getAddress,
  autocomplete,
  autocompleteNative: autocomplete,
  find,
  destroy,
}
