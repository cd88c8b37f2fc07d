// The classes of lines that a person might type, right ones first, then addresses that do not exist.

import type { Product } from '../address/product.ts'
import { missingClasses } from './classes-missing.ts'
import { numberClasses } from './classes-numbers.ts'
import { plainClasses } from './classes-plain.ts'
import { postcodeClasses } from './classes-postcode.ts'
import { typingErrorClasses } from './classes-typing-errors.ts'
import type { LineClass } from './line.ts'

export function classesFor(product: Product): readonly LineClass[] {
  const both = [...plainClasses, ...numberClasses, ...typingErrorClasses]
  const postcodes = product === 'uk' ? postcodeClasses : []
  return [...both, ...postcodes, ...missingClasses]
}
