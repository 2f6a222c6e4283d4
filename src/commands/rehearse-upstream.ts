import { writeFileSync } from 'node:fs'
import { secretValues } from '#settings/secret-values.ts'
import type { Settings } from '#settings/settings.ts'
import type { CheckedStep, Say } from '#shared/checked-step.ts'
import { connectorIds, isConnectorId } from '#shared/connector-table.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { MONEY_FACT_NAMES, MONEY_FACTS, nameOfFact } from '#shared/money-facts.ts'
import { checkUpstreams, type UpstreamCheck } from '../composition/check-upstreams.ts'
import { createExchangeMask, type ExchangeMask } from '../composition/mask-exchange.ts'
import { maskAgain, recordExchanges, type Exchange } from '../composition/record-exchanges.ts'
import type { CommandResult } from './command.ts'
import { reportText, type Rehearsal } from './rehearsal-report.ts'

export const CHECK_USAGE = `  npm run payments -- rehearse <provider|operator> [--number <line>] [--account <account>] [--email <address>] [--pay <amount>] [--give-back] [--minutes <n>] [--report <file.md|file.json>]
                                           walks its test system by the handbook and tells what deviates; asks only, unless --pay says how much;
                                           the report holds every request and answer, masked, for the provider; check is the same command
`

/** Enough to see that money moves, too little to hurt. */
const MAX_PAID = 1_000
const MAX_MINUTES = 10
const POLL_MS = 3_000

export type CheckOptions = Partial<Record<'number' | 'account' | 'email' | 'pay' | 'minutes' | 'report', string>> & {
  giveBack: boolean
  inProduction: boolean
}

type Surroundings = {
  settings: Settings
  /** Receives each step at once, because a person may have to pay in between. */
  say: (line: string) => void
  /** Only tests poll more often. */
  pollMs?: number
}

/** Runs step by step; the result is how many were as documented. */
export async function runCheck(
  of: string,
  options: CheckOptions,
  { settings, say, pollMs = POLL_MS }: Surroundings,
): Promise<CommandResult> {
  const check = readCheck(of, options)
  if (typeof check === 'string') return { ok: false, message: `${check}\n` }
  if (settings.mode === 'production' && !options.inProduction)
    return {
      ok: false,
      message: `Not done: GUICHET_MODE is production. This walk is for test systems; --in-production confirms that the real one is meant. What it pays is in no book of ours.\n`,
    }
  const { mask, recorder, steps } = startRecording(settings, options)
  const counts = { 'as-documented': 0, deviates: 0, 'left-out': 0, todo: 0 } satisfies Record<CheckedStep['outcome'], number>
  const heard: Say = (step) => {
    counts[step.outcome]++
    steps.push({ step, exchanges: recorder.take() })
    say(`${MARKS[step.outcome]}  ${step.step}: ${step.detail}\n`)
  }
  if (!(await checkUpstreams(settings, { ...check, pollMs, fetch: recorder.fetch }, heard)))
    return { ok: false, message: `${of} is not connected: its settings are not set.\n` }
  const message = `${of}: ${counts['as-documented']} as documented, ${counts.deviates} deviate, ${counts['left-out']} left out.\n`
  const problem = options.report === undefined ? null : await writeReport(options.report, { of, counts, steps, mask })
  if (problem !== null) return { ok: false, message: `${message}${problem}\n` }
  return { ok: counts.deviates === 0, message: options.report === undefined ? message : `${message}Report: ${options.report}\n` }
}

type Recorded = { step: CheckedStep; exchanges: Promise<Exchange>[] }

function startRecording(settings: Settings, { number, account, email }: CheckOptions) {
  const people = [number, account, email].flatMap((one) => (one === undefined ? [] : [one, nationalDigits(one)]))
  const mask = createExchangeMask({ secrets: secretValues(settings), people: people.filter((one) => one !== '') })
  return { mask, recorder: recordExchanges(mask), steps: [] as Recorded[] }
}

type Report = { of: string; counts: Rehearsal['counts']; steps: readonly Recorded[]; mask: ExchangeMask }

/** Null when it is written; else why not. */
async function writeReport(path: string, { of, counts, steps, mask }: Report): Promise<string | null> {
  const facts = isConnectorId(of) ? MONEY_FACT_NAMES.map((name) => ({ fact: nameOfFact(of, name), ...MONEY_FACTS[of][name] })) : []
  const written = await Promise.all(
    steps.map(async ({ step, exchanges }) => ({ ...step, detail: mask.text(step.detail), exchanges: await Promise.all(exchanges) })),
  )
  // Once more: a token may have been written down before it was known to be one.
  const masked = written.map((step) => ({ ...step, exchanges: step.exchanges.map((exchange) => maskAgain(exchange, mask)) }))
  try {
    writeFileSync(path, reportText(path, { of, at: new Date().toISOString(), counts, facts, steps: masked }), { mode: 0o600 })
    return null
  } catch (error) {
    return `The report could not be written: ${error instanceof Error ? error.message : String(error)}`
  }
}

const MARKS: Record<CheckedStep['outcome'], string> = { 'as-documented': 'ok  ', deviates: 'DIFF', 'left-out': '-   ', todo: '>>  ' }

/** The parsed arguments, or what is wrong with them. */
function readCheck(of: string, options: CheckOptions): Omit<UpstreamCheck, 'pollMs' | 'fetch'> | string {
  if (of !== 'operator' && !isConnectorId(of)) return `rehearse wants one of: operator, ${connectorIds().join(', ')}`
  const number = options.number === undefined ? null : nationalDigits(options.number)
  if (number !== null && !isMobileNumber(number)) return '--number must be a number of the operator'
  const pay = options.pay === undefined ? null : wholeNumber(options.pay, { from: 1, to: MAX_PAID })
  if (options.pay !== undefined && pay === null) return `--pay must be a whole amount from 1 to ${MAX_PAID}`
  const minutes = wholeNumber(options.minutes ?? '2', { from: 0, to: MAX_MINUTES })
  if (minutes === null) return `--minutes must be a whole number up to ${MAX_MINUTES}`
  const { account = null, email = null, giveBack } = options
  return { of, number, account, email, pay, giveBack, waitMs: minutes * 60_000 }
}

function wholeNumber(text: string, { from, to }: { from: number; to: number }): number | null {
  const value = /^[0-9]{1,6}$/.test(text) ? Number(text) : null
  return value !== null && value >= from && value <= to ? value : null
}
