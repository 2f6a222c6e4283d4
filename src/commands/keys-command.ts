import { createFieldEncryption } from '#features/field-encryption/server/field-encryption.ts'
import { systemClock } from '#server/clock.ts'
import { runCommand, type CommandPlace, type CommandResult } from './command.ts'

const USAGE = `For the operator's administrators:
  npm run keys -- rotate   begins a new key for values that browsers seal; the one before stays usable for twenty minutes
`

/** Keys are in the database that all replicas share. */
async function runKeysCommand({ args: [command], settings, open }: CommandPlace): Promise<CommandResult> {
  if (command !== 'rotate') return { ok: false, message: USAGE, exit: 'usage' }
  await createFieldEncryption({ db: await open(), clock: systemClock, secret: settings.secret }).rotate()
  return { ok: true, message: 'A new sealing key is in use.\n' }
}

await runCommand(runKeysCommand)
