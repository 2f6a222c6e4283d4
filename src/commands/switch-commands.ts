import { randomUUID } from 'node:crypto'
import type { Actor } from '#features/staff-acts/desk-ports.ts'
import type { StepResult } from '#features/staff-acts/server/staff-step.ts'
import { CLOSE_REASONS, connectorsOfSwitch, switchMark } from '#features/switches/closing-rules.ts'
import { readClosures } from '#features/switches/server/closure.store.ts'
import { createSwitchDesk } from '#features/switches/server/switch-desk.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { isOffered, type ConnectorId } from '#shared/connector-table.ts'
import type { Settings } from '#settings/settings.ts'
import { connectProviders } from '../composition/payment-providers.ts'
import type { CommandResult } from './command.ts'

/** CON-8 from a shell: the switches of the console, with the same rules and audit entries. */

export const SWITCHES_USAGE = `Ways to pay, closed to new payments for a time; open payments go on:
  npm run payments -- ways                 which are closed, until when and why
  npm run payments -- close-way <way or provider> --hours <at most 24> --reason ${CLOSE_REASONS.join('|')} --by <name> --note <why>
  npm run payments -- reopen-way <way or provider> --by <name> --note <why> [--emergency]   another person approves it: approve-way
  npm run payments -- approve-way <proposal> --by <another name>
`

type Given = (name: 'by' | 'note' | 'hours' | 'reason') => string | undefined
type Options = { given: Given; isEmergency: boolean; settings: Settings }

/** Null for a command that is none of these. */
export async function runSwitchCommand(
  open: () => Promise<Database>,
  command: string,
  word: string,
  { given, isEmergency, settings }: Options,
): Promise<CommandResult | null> {
  if (command === 'ways') return listWays(await open(), offeredBy(settings))
  if (command !== 'close-way' && command !== 'reopen-way' && command !== 'approve-way') return null
  const by = given('by')?.trim()
  if (!by || !word) return { ok: false, message: SWITCHES_USAGE, exit: 'usage' }
  const db = await open()
  const offered = offeredBy(settings)
  const desk = createSwitchDesk({ db, clock: systemClock, offered })
  const asked = { staff: actorOf(by), key: randomUUID() }
  if (command === 'approve-way') {
    const result = await desk.approveReopening({ ...asked, proposal: /^[1-9]\d{0,14}$/.test(word) ? Number(word) : 0 })
    return shown(result, `Proposal ${word} is approved: the way is open.`)
  }
  const about = {
    ...asked,
    way: word,
    note: given('note') ?? '',
    seen: switchMark(connectorsOfSwitch(word, offered), await readClosures(db)),
  }
  if (command === 'close-way') {
    const until = new Date(systemClock.now().getTime() + Number(given('hours')) * 3_600_000)
    return shown(await desk.close({ ...about, reason: given('reason') ?? '', until }), `${word} is closed to new payments.`)
  }
  if (isEmergency) return shown(await desk.reopenInEmergency(about), `${word} is open; the alert GuichetEmergencyAct is raised.`)
  const result = await desk.proposeReopening(about)
  const id = result.kind === 'proposed' ? result.proposal : 0
  return shown(
    result,
    `Reopening ${word} is proposed. Another person approves it: npm run payments -- approve-way ${id} --by <another name>`,
  )
}

function offeredBy({ gateways, wallets }: Settings): ConnectorId[] {
  const connected: ConnectorId[] = [...connectProviders(gateways, wallets).keys(), 'airtime']
  return connected.filter((id) => isOffered(id))
}

/** In a shell people name themselves: the audit log says that it was a command. */
function actorOf(name: string): Actor {
  const written = name.slice(0, 60)
  return { id: `command:${written.toLowerCase()}`, name: written, roles: ['finance', 'approver'], via: 'command' }
}

async function listWays(db: Database, offered: readonly ConnectorId[]): Promise<CommandResult> {
  const closures = await readClosures(db)
  const lines = offered.map((id) => {
    const closure = closures.get(id)
    if (!closure) return `${id}  open`
    return `${id}  closed until ${closure.until.toISOString()}, ${closure.reason}, by ${closure.closedBy}: ${closure.note}`
  })
  const proposals = await createSwitchDesk({ db, clock: systemClock, offered }).proposals(systemClock.now())
  const waiting = proposals.map(({ id, reference, proposedBy }) => `proposal ${id}: reopen ${reference}, by ${proposedBy.name}`)
  return { ok: true, message: `${[...lines, ...waiting].join('\n')}\n` }
}

const REASONS: Readonly<Record<string, string>> = {
  'unknown-way': 'no way to pay or provider that is offered here has this name: see ways',
  'last-way': 'it is the last open way',
  'ends-earlier': 'it is closed for longer already',
  'end-missing': 'say for how long with --hours',
  'end-past': 'say for how long with --hours',
  'end-too-late': 'at most 24 hours',
  'reason-unknown': `say the reason with --reason: ${CLOSE_REASONS.join(', ')}`,
  'note-missing': 'say why with --note',
  'secret-in-text': 'the note holds a number, a code or an address: leave it out',
  'own-proposal': 'another person must approve it',
  'not-closed': 'it is not closed',
}

function shown(result: StepResult, good: string): CommandResult {
  if (result.kind !== 'refused') return { ok: true, message: `${good}\n` }
  return { ok: false, message: `Nothing was changed: ${REASONS[result.why] ?? result.why}.\n` }
}
