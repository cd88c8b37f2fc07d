// The name and logo under which the service appears.

export interface Brand {
  readonly name: string
  readonly logo: Logo | undefined
}

export interface Logo {
  readonly contentType: LogoType
  readonly content: Buffer
}

export const LOGO_TYPES = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
} as const

type LogoType = (typeof LOGO_TYPES)[keyof typeof LOGO_TYPES]

export const OWN_BRAND: Brand = { name: 'Doorplate', logo: undefined }

/** For print and mail: an SVG is shown only on pages. */
export function pictureOf({ logo }: Brand): Logo | undefined {
  return logo?.contentType === 'image/svg+xml' ? undefined : logo
}
