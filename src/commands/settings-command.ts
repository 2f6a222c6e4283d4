import { runCommand, type CommandPlace, type CommandResult } from './command.ts'

const USAGE = `For the operator's administrators:
  npm run settings -- check   names every setting that is wrong, and changes nothing
`

/** OPS-3: wrong settings end every command before it runs; this command does nothing else. */
async function runSettingsCommand({ args, settings }: CommandPlace): Promise<CommandResult> {
  if (args.length !== 1 || args[0] !== 'check') return { ok: false, message: USAGE, exit: 'usage' }
  const { testSystems, providers } = settings
  const lines = [
    'All settings can be used.',
    ...(testSystems.length > 0 ? [`Test systems: ${testSystems.join(', ')}`] : []),
    `On:  ${providers.on.join(', ')}`,
    `Off: ${providers.off.join(', ') || 'nothing'}`,
  ]
  return { ok: true, message: `${lines.join('\n')}\n` }
}

await runCommand(runSettingsCommand)
