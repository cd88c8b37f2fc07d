// The classes of lines that a person might type, right ones first, then addresses that do not exist.

import type { Product } from '../../../src/address/product.ts'
import type { LineClass } from '../lines/line.ts'
import { disturbedClasses } from './disturbed.ts'
import { missingClasses } from './missing.ts'
import { numberClasses } from './numbers.ts'
import { otherNameClasses } from './other-names.ts'
import { plainClasses } from './plain.ts'
import { postcodeClasses } from './postcode.ts'
import { typingErrorClasses } from './typing-errors.ts'
import { ukClasses } from './uk-forms.ts'

export function classesFor(product: Product): readonly LineClass[] {
  const both = [...plainClasses, ...numberClasses, ...typingErrorClasses]
  const postcodes = product === 'uk' ? [...postcodeClasses, ...ukClasses] : []
  const otherNames = product !== 'uk' ? [...otherNameClasses, ...disturbedClasses] : []
  return [...both, ...postcodes, ...missingClasses, ...otherNames]
}
