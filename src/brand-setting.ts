// BRAND_NAME and BRAND_LOGO: read and checked, with the file of the logo.

import { readFileSync, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { type Brand, LOGO_TYPES, type Logo, OWN_BRAND } from './lib/brand/brand.ts'
import { ConfigError } from './setting-values.ts'

const NAME_CHARACTERS_MAX = 60
const LOGO_BYTES_MAX = 256 * 1024

interface BrandValues {
  readonly BRAND_NAME?: string
  readonly BRAND_LOGO?: string
}

export function brandSetting({ BRAND_NAME: text, BRAND_LOGO: path }: BrandValues): Brand {
  const name = text?.trim() ?? OWN_BRAND.name
  if (name === '' || name.length > NAME_CHARACTERS_MAX || /[\p{Cc}\p{Co}<>"]/u.test(name)) {
    throw new ConfigError(
      `BRAND_NAME must have 1 to ${NAME_CHARACTERS_MAX} characters, without <, > and quotation marks.`,
    )
  }
  return { name, logo: path === undefined ? undefined : readLogo(path) }
}

function readLogo(path: string): Logo {
  const contentType = LOGO_TYPES[extname(path).toLowerCase() as keyof typeof LOGO_TYPES]
  if (contentType === undefined) {
    throw new ConfigError(`BRAND_LOGO must be a .png, .jpg or .svg file, not "${path}".`)
  }
  try {
    if (statSync(resolve(path)).size <= LOGO_BYTES_MAX) {
      return { contentType, content: readFileSync(resolve(path)) }
    }
  } catch {
    throw new ConfigError(`BRAND_LOGO names a file that cannot be read: "${path}".`)
  }
  throw new ConfigError(`BRAND_LOGO must have at most ${LOGO_BYTES_MAX / 1024} KiB: "${path}".`)
}
