// Every command of the command line, in the order in which help lists them.

import { LEGACY } from '../legacy/legacy.ts'
import { accountCommands } from './account/account.ts'
import { accountDataCommands } from './account/account-data.ts'
import { keyCommands } from './account/keys.ts'
import { privateAddressCommands } from './account/private-address.ts'
import { areasCommands } from './areas.ts'
import { auditCommand } from './audit.ts'
import { backupCommands } from './backup.ts'
import { benchCommand } from './bench.ts'
import { billingCommands, doctorCommand, plansCommand } from './billing.ts'
import { clockCommand } from './clock.ts'
import { dataCommands } from './data.ts'
import { explainCommand } from './explain.ts'
import { importCommands } from './import.ts'
import { matchCommand } from './match.ts'
import { operatorCommands } from './operator.ts'
import { secretsCommand } from './secrets.ts'
import { mcpCommand, serveCommand } from './serve.ts'
import type { Command } from './shared/command.ts'

export const COMMANDS: readonly Command[] = [
  serveCommand,
  mcpCommand,
  ...importCommands,
  ...dataCommands,
  ...areasCommands,
  matchCommand,
  explainCommand,
  ...accountCommands,
  ...accountDataCommands,
  ...keyCommands,
  ...privateAddressCommands,
  plansCommand,
  LEGACY.command,
  ...billingCommands,
  ...operatorCommands,
  auditCommand,
  doctorCommand,
  ...backupCommands,
  secretsCommand,
  clockCommand,
  benchCommand,
]
