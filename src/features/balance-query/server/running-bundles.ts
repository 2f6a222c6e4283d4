import { calendarDay, formatDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import type { RunningBundle } from '#features/bundles/contract.ts'
import { unitWords } from '#features/bundles/unit-words.ts'
import type { OperatorBalance, OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'

/** Running bundles are only a hint beside a list, so the wait for them is short. */
const ANSWER_TIMEOUT_MS = 1500

type Question = { msisdn: MobileNumber; visit: Visit | null; caller: () => Promise<Caller>; language: Language }
type Words = (name: string) => string

type Deps = {
  operator: Pick<OperatorLines, 'readBalances'>
  codes: Pick<OneTimeCodes, 'hasProven'>
  rateLimiter: RateLimiter
  clock: Clock
  content: Pick<SiteContent, 'read'>
}

export type RunningBundles = { read(question: Question): Promise<RunningBundle[]> }

/** The running bundles of a line; empty without a proof and on any failure. */
export function createRunningBundles({ operator, codes, rateLimiter, clock, content }: Deps): RunningBundles {
  /** The texts about balances, and those about bundles with their units. */
  async function readWords(language: Language): Promise<Words> {
    const texts = { ...(await content.read('recharge-translation', language)), ...(await content.read('balance-translation', language)) }
    return (name) => String(texts[name])
  }

  /** A visit that may pay with the airtime of a line may see it too. */
  async function hasProven(msisdn: MobileNumber, visit: Visit): Promise<boolean> {
    const balance = await codes.hasProven({ msisdn, purpose: 'BALANCE', visit })
    return balance || codes.hasProven({ msisdn, purpose: 'PAYMENT', visit })
  }

  return {
    async read({ msisdn, visit, caller, language }) {
      if (visit === null || !(await hasProven(msisdn, visit))) return []
      try {
        await rateLimiter.consume('balances', await caller())
      } catch (error) {
        if (error instanceof Problem) return []
        throw error
      }
      const answer = await operator.readBalances(msisdn, AbortSignal.timeout(ANSWER_TIMEOUT_MS))
      if (!answer.ok) return []
      const words = await readWords(language)
      return answer.value.filter((balance) => !isOver(balance, clock.now())).flatMap((balance) => runningOf(balance, words, language))
    },
  }
}

function isOver({ remaining, expiresAt }: OperatorBalance, now: Date): boolean {
  return (remaining !== 'unlimited' && remaining.value <= 0) || (expiresAt !== null && expiresAt <= now)
}

/** The categories whose bundles match a kind of balance. A balance does not show whether it is for roaming only. */
const CATEGORIES: Partial<Record<OperatorBalance['kind'], string[]>> = { DATA: ['data', 'internet'], VOICE: ['voice'], SMS: ['sms'] }

function runningOf(balance: OperatorBalance, words: Words, language: Language): RunningBundle[] {
  const { kind, expiresAt } = balance
  const categories = CATEGORIES[kind]
  if (!categories) return []
  const left = leftWords(balance, words, language)
  const sentence = expiresAt
    ? fillText(words('stillRunningUntil'), { left, day: formatDay(calendarDay(expiresAt), language) })
    : fillText(words('stillRunning'), { left })
  return [{ categories, words: sentence }]
}

function leftWords({ kind, remaining }: OperatorBalance, words: Words, language: Language): string {
  if (remaining === 'unlimited') return words(kind === 'DATA' ? 'unlimitedData' : kind === 'VOICE' ? 'unlimitedVoice' : 'unlimitedSms')
  const [unitGB, unitMB, unitMinutes, unitSms] = [words('unitGB'), words('unitMB'), words('unitMinutes'), words('unitSms')]
  const unit = unitWords(remaining.unit, { unitGB, unitMB, unitMinutes, unitSms })
  return `${formatNumber(remaining.value, language, { most: 2 })}\u00a0${unit}`
}
