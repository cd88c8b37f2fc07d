// Every command of the command line, in the order in which help lists them.

import { LEGACY } from '../legacy/legacy.ts'
import { accountCommands } from './account/account.ts'
import { accountAddressCommand } from './account/account-address.ts'
import { accountKeysCommand } from './account/account-keys.ts'
import { plansCommand } from './account/plans.ts'
import { privateAddressCommands } from './account/private-address.ts'
import { tokenCommand } from './account/token.ts'
import { backupCommands } from './backup.ts'
import { benchCommand } from './bench.ts'
import { billCommand } from './billing/bill.ts'
import { invoiceCommands } from './billing/invoice.ts'
import { clockCommand } from './clock.ts'
import { dataCommands } from './data.ts'
import { doctorCommand } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { importCommands } from './import.ts'
import { matchCommand } from './match.ts'
import { mcpCommand } from './mcp.ts'
import { operatorCommands } from './operator/operator.ts'
import { serveCommand } from './serve.ts'
import type { Command } from './shared/command.ts'

export const COMMANDS: readonly Command[] = [
  serveCommand,
  mcpCommand,
  ...importCommands,
  ...dataCommands,
  matchCommand,
  explainCommand,
  ...accountCommands,
  accountAddressCommand,
  accountKeysCommand,
  tokenCommand,
  ...privateAddressCommands,
  plansCommand,
  LEGACY.command,
  billCommand,
  ...invoiceCommands,
  ...operatorCommands,
  doctorCommand,
  ...backupCommands,
  clockCommand,
  benchCommand,
]
