// The configuration, from the only place that reads the environment. A wrong setting stops the start with one sentence.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { errorCode } from '../lib/operator-error.ts'
import { ConfigError } from './readers.ts'
import { readSettings, SETTINGS, type Values } from './settings.ts'

export type Config = Readonly<ReturnType<typeof readConfig>>

/** The environment wins over the `.env` file of the working directory. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return readConfig({ ...readEnvFile(resolve('.env')), ...fromEnvironment(environment) })
}

/** Each setting as the table reads it, and the defaults that follow from other settings. */
export function readConfig(values: Values) {
  const read = readSettings(values)
  const { port, brand, billing, smtp, mailFrom } = read
  const baseUrl = read.baseUrl ?? `http://localhost:${port}`
  if (smtp !== undefined && mailFrom === undefined) {
    throw new ConfigError('MAIL_FROM must name the sender of mails, as SMTP_URL is set.')
  }
  return {
    ...read,
    baseUrl,
    docsUrl: read.docsUrl ?? `${baseUrl}/docs`,
    mailFrom: {
      name: mailFrom?.name || brand.name,
      address: mailFrom?.address ?? 'doorplate@localhost',
    },
    billing: {
      ...billing,
      baseUrl,
      seller: { ...billing.seller, name: billing.seller.name || brand.name },
    },
  }
}

// An empty variable is how shells and compose files say "not set".
function fromEnvironment(environment: NodeJS.ProcessEnv): Values {
  const values: Values = {}
  for (const { name } of SETTINGS) {
    const value = environment[name]?.trim()
    if (value !== undefined && value !== '') values[name] = value
  }
  return values
}

function readEnvFile(path: string): Values {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {}
    throw new ConfigError('The file .env cannot be read.')
  }
  const found = parseEnv(text)
  const unknown = Object.keys(found).find((key) => !SETTINGS.some(({ name }) => name === key))
  if (unknown === undefined) return fromEnvironment(found as NodeJS.ProcessEnv)
  throw new ConfigError(`The file .env has an unknown setting, ${unknown}.`)
}

/** A thread begins without the cache of compiled modules that its process has, unless the environment names one. */
export function cacheModulesOfThreads(directory: string | undefined): void {
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
}
