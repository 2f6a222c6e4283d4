import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DATA_KINDS, type DataCounts, type DataProposal } from '#features/staff-acts/customer-data.ts'
import type { Wanted, WriteFile } from '#features/staff-acts/server/data-desk.ts'
import { createDataWork, type DataWork } from '#features/staff-acts/server/data-work.ts'
import { exportCustomerData } from '#features/staff-acts/server/export-customer-data.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { shown } from './act-commands.ts'
import { runCommand, type CommandResult } from './command.ts'
import { actorOf } from './recorded.ts'

const USAGE = `For requests of a customer about their data, as on the console's page:
  npm run customer-data -- find <number> --by <name>                    counts what is stored about a number
  npm run customer-data -- export <number> --by <name> --note <why>     proposes a file of it; another person approves
  npm run customer-data -- erase <number> --by <name> --note <why>      proposes to erase what the law allows
  npm run customer-data -- proposals                                    what waits for a second person
  npm run customer-data -- approve <proposal> --by <another name> --number <number>
  npm run customer-data -- reject <proposal> --by <name> --note <why>
  npm run customer-data -- file <proposal> --by <name> --to <file.json> writes an approved export, for who proposed it
With --emergency (export, erase) one person is enough, and an alert is raised; an export then needs --to <file.json>.
`

type Secrets = { secret: string; secretBefore: string | null }
type Given = (name: 'by' | 'note' | 'number' | 'to') => string | undefined
type Asked = { work: DataWork; word: string; by: string; given: Given; isEmergency: boolean }

const OPTIONS = ['by', 'note', 'number', 'to'] as const
const USED_WRONG: CommandResult = { ok: false, message: USAGE, exit: 'usage' }

export async function runCustomerDataCommand(args: string[], open: () => Promise<Database>, secrets: Secrets): Promise<CommandResult> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: { ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])), emergency: { type: 'boolean' as const } },
  })
  const [command, ...words] = positionals
  const given: Given = (name) => (typeof values[name] === 'string' ? values[name] : undefined)
  const [word, by] = [words.join(' '), given('by')?.trim()]
  const isList = command === 'proposals'
  if (!isList && (!by || word === '' || !isCommand(command))) return USED_WRONG
  const work = createDataWork({ db: await open(), clock: systemClock, cipher: createFieldCipher(secrets) })
  if (isList) return list(work)
  return isCommand(command) && by ? COMMANDS[command]({ work, word, by, given, isEmergency: values.emergency === true }) : USED_WRONG
}

const COMMANDS = {
  find,
  export: (asked: Asked) => propose(asked, 'export-customer-data'),
  erase: (asked: Asked) => propose(asked, 'erase-customer-data'),
  approve,
  reject,
  file,
} as const

function isCommand(word: string | undefined): word is keyof typeof COMMANDS {
  return word !== undefined && Object.hasOwn(COMMANDS, word)
}

async function find({ work, word, by }: Asked): Promise<CommandResult> {
  const found = await work.desk.find({ staff: actorOf(by), number: word })
  if (found.kind === 'refused') return shown(found, '')
  return { ok: true, message: `Stored about ${maskMobileNumber(found.number)}:\n${linesOf(found.counts).join('\n')}\n` }
}

function linesOf(counts: DataCounts): string[] {
  const stored = Object.entries(counts).filter(([, count]) => count > 0)
  if (stored.length === 0) return ['nothing']
  return stored.map(([kind, count]) => `${String(count).padStart(7)}  ${kind}: ${fateOf(kind)}`)
}

function fateOf(kind: string): string {
  const kinds: Readonly<Record<string, { fate: string; until?: number | string }>> = DATA_KINDS
  const { fate = '', until } = kinds[kind] ?? {}
  if (until === undefined) return fate
  return typeof until === 'number'
    ? `${fate} ${until} days`
    : `${fate} ${until === 'law' ? 'as long as the law says' : 'until it is answered'}`
}

async function propose(
  { work, word, by, given, isEmergency }: Asked,
  act: 'export-customer-data' | 'erase-customer-data',
): Promise<CommandResult> {
  const wanted: Wanted = { act, number: word, note: given('note') ?? '' }
  const asked = { staff: actorOf(by), key: randomUUID(), wanted }
  if (isEmergency) return actAlone(work, asked, given('to'))
  const result = await work.desk.propose(asked)
  const id = result.kind === 'proposed' ? result.proposal : 0
  const next = `npm run customer-data -- approve ${id} --by <another name> --number <number>`
  return shown(result, `${act} is proposed. Another person approves it: ${next}`)
}

async function actAlone(
  work: DataWork,
  asked: { staff: ReturnType<typeof actorOf>; key: string; wanted: Wanted },
  to: string | undefined,
): Promise<CommandResult> {
  if (asked.wanted.act === 'export-customer-data' && !to) return USED_WRONG
  if (to && existsSync(to)) return isThere(to)
  const result = await work.desk.performInEmergency(asked, writeCustomer)
  if (result.kind === 'done' && result.body !== null && to) writeFileSync(to, result.body, { mode: 0o600, flag: 'wx' })
  return shown(result, `${asked.wanted.act} is done by one person; the alert GuichetEmergencyAct is raised.`)
}

const writeCustomer: WriteFile = (db, _request, number) => {
  if (number === null) throw new Error('a secret that was changed twice has closed this proposal')
  return exportCustomerData(db, number, systemClock.now())
}

async function approve({ work, word, by, given }: Asked): Promise<CommandResult> {
  const asked = { staff: actorOf(by), key: randomUUID(), proposal: Number(word), number: given('number') ?? null }
  return shown(await work.desk.approve(asked), `Proposal ${word} is approved.`)
}

async function reject({ work, word, by, given }: Asked): Promise<CommandResult> {
  const asked = { staff: actorOf(by), key: randomUUID(), proposal: Number(word), note: given('note') ?? '' }
  return shown(await work.desk.reject(asked), `Proposal ${word} is rejected.`)
}

/** CON-10: a file that only its owner can read, and never one that is there already. */
async function file({ work, word, by, given }: Asked): Promise<CommandResult> {
  const to = given('to')
  const proposal = await work.read(Number(word))
  if (!to || proposal?.request.act === 'export-numbers') return USED_WRONG
  if (existsSync(to)) return isThere(to)
  const result = await work.desk.fetch({ staff: actorOf(by), proposal: Number(word) }, writeCustomer)
  if (result.kind === 'file') writeFileSync(to, result.body, { mode: 0o600, flag: 'wx' })
  return result.kind === 'file' ? { ok: true, message: `Written to ${to}.\n` } : shown(result, '')
}

/** Before anything is done: what was exported is on record. */
function isThere(path: string): CommandResult {
  return { ok: false, message: `${path} is there already: nothing was done.\n` }
}

async function list(work: DataWork): Promise<CommandResult> {
  const open = await work.open(systemClock.now())
  return { ok: true, message: open.length === 0 ? 'No proposal waits for a second person.\n' : `${open.map(lineOf).join('\n')}\n` }
}

function lineOf({ id, request, proposedBy, expiresAt }: DataProposal): string {
  const what = 'shown' in request ? request.shown : request.filter
  return `${id}  ${request.act}  ${what}  by ${proposedBy.name}, until ${expiresAt.toISOString()}: ${request.note}`
}

if (import.meta.main) await runCommand(({ args, open, settings }) => runCustomerDataCommand(args, open, settings))
