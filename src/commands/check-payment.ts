import type { Settings } from '#settings/settings.ts'
import type { CheckedStep, Say } from '#shared/checked-step.ts'
import { connectorIds, isConnectorId } from '#shared/connector-table.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { checkUpstreams, type UpstreamCheck } from '../composition/check-upstreams.ts'
import type { CommandResult } from './command.ts'

export const CHECK_USAGE = `  npm run payments -- check <provider|operator> [--number <line>] [--account <account>] [--email <address>] [--pay <amount>] [--give-back] [--minutes <n>]
                                           walks its test system by the handbook and tells what deviates; asks only, unless --pay says how much
`

/** Enough to see that money moves, too little to hurt. */
const MAX_PAID = 1_000
const MAX_MINUTES = 10
const POLL_MS = 3_000

export type CheckOptions = Partial<Record<'number' | 'account' | 'email' | 'pay' | 'minutes', string>> & {
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
  const counts = { 'as-documented': 0, deviates: 0, 'left-out': 0, todo: 0 } satisfies Record<CheckedStep['outcome'], number>
  const heard: Say = (step) => {
    counts[step.outcome]++
    say(`${MARKS[step.outcome]}  ${step.step}: ${step.detail}\n`)
  }
  if (!(await checkUpstreams(settings, { ...check, pollMs }, heard)))
    return { ok: false, message: `${of} is not connected: its settings are not set.\n` }
  const message = `${of}: ${counts['as-documented']} as documented, ${counts.deviates} deviate, ${counts['left-out']} left out.\n`
  return { ok: counts.deviates === 0, message }
}

const MARKS: Record<CheckedStep['outcome'], string> = { 'as-documented': 'ok  ', deviates: 'DIFF', 'left-out': '-   ', todo: '>>  ' }

/** The parsed arguments, or what is wrong with them. */
function readCheck(of: string, options: CheckOptions): Omit<UpstreamCheck, 'pollMs'> | string {
  if (of !== 'operator' && !isConnectorId(of)) return `check wants one of: operator, ${connectorIds().join(', ')}`
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
