import { parseArgs } from 'node:util'
import type { Settings } from '#settings/settings.ts'
import { popupOrigins } from '../composition/payment-providers.ts'
import { runCommand, type CommandPlace, type CommandResult } from './command.ts'
import { readInventory, type ScriptInventory } from './script-inventory.ts'
import { walkPaymentPages } from './walk-payment-pages.ts'

const USAGE = `For the operator's security team (docs/compliance/scripts.md):
  npm run scripts -- list   the scripts of every payment page, with their hashes, as JSON
  npm run scripts -- check <address> --number <line> [--amount 500] [--frames <origin>,<origin>]
                            compares the payment pages at an address with this list; begins a purchase for that line and pays nothing
`

/** PCI DSS 6.4.3 and 11.6.1. */
async function runScriptsCommand({ args, settings }: CommandPlace): Promise<CommandResult> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: { number: { type: 'string' }, amount: { type: 'string', default: '500' }, frames: { type: 'string' } },
  })
  const [command, address = ''] = positionals
  const origin = URL.parse(address)?.origin
  const [number, amount] = [String(values.number ?? ''), Number(values.amount)]
  const isCheck = command === 'check' && origin !== undefined && /^[0-9]+$/.test(number) && Number.isSafeInteger(amount)
  if (command !== 'list' && !isCheck) return { ok: false, message: USAGE, exit: 'usage' }
  const inventory = readInventory()
  if (inventory === null)
    return { ok: false, message: 'Nothing is built in this folder: a release holds its pages, npm start builds them.\n' }
  if (command === 'list' || origin === undefined) return { ok: true, message: `${JSON.stringify(inventory, null, 2)}\n` }
  const frames = typeof values.frames === 'string' ? values.frames.split(',') : popupOrigins(settings.gateways)
  return check({ origin, number, amount, inventory, settings, frames })
}

type Check = { origin: string; number: string; amount: number; inventory: ScriptInventory; settings: Settings; frames: string[] }

async function check({ origin, number, amount, inventory, settings: { assetBase }, frames }: Check): Promise<CommandResult> {
  const assetBases = ['', ...(assetBase === null ? [] : [assetBase])]
  try {
    const lines = await walkPaymentPages({ origin, msisdn: number, amount, inventory, rules: { assetBases, frames } })
    const differing = lines.filter(({ differences }) => differences.length > 0)
    const shown = lines.flatMap(({ address, differences }) => [
      `${differences.length === 0 ? 'same' : 'DIFF'}  ${address}`,
      ...differences.map((difference) => `      ${difference}`),
    ])
    const sum = `${lines.length} pages and files, ${differing.length} differ`
    const message = `${[...shown, sum].join('\n')}\n`
    return differing.length === 0 ? { ok: true, message } : { ok: false, message, exit: 'differs' }
  } catch (error) {
    return { ok: false, message: `${origin} could not be compared: ${error instanceof Error ? error.message : String(error)}\n` }
  }
}

await runCommand(runScriptsCommand)
