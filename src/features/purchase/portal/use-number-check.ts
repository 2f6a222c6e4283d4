import { useCallback, useRef, useState } from 'react'
import { judgeLine, type SellingPage, type LinePage } from '#features/line/rules.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { readLineOffer } from '../contract.ts'
import { type CheckedLine, NOTHING_CHECKED } from './checked-line.ts'
import type { Failure } from '#shared/failure.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { validateNumber } from '#features/line/contract.ts'

/** The server's answer about a line; a failure, or undefined without a response. */
type AskAboutLine = (msisdn: MobileNumber, signal: AbortSignal) => Promise<Omit<CheckedLine, 'msisdn'> | Failure | undefined>

/** Checks numbers while the visitor types. A newer check aborts the older one, so a late response never replaces a newer result. */
function useNumberCheck(first: CheckedLine, ask: AskAboutLine) {
  const [digits, setDigits] = useState(first.msisdn)
  const [answered, setAnswered] = useState(first)
  const [isChecking, setChecking] = useState(false)
  const asking = useRef<AbortController | null>(null)

  const look = useCallback(
    async (msisdn: string) => {
      if (!isMobileNumber(msisdn)) return
      asking.current?.abort()
      const asked = new AbortController()
      asking.current = asked
      setChecking(true)
      const answer = await ask(msisdn, asked.signal)
      if (asking.current !== asked) return
      setChecking(false)
      setAnswered({ ...(answer && 'verdict' in answer ? answer : unchecked(answer)), msisdn })
    },
    [ask],
  )
  const check = useCallback((msisdn: string) => void look(msisdn), [look])
  return { known: answered.msisdn === digits && digits !== '' ? answered : null, digits, isChecking, setDigits, check }
}

function unchecked(failure: Failure | undefined): Omit<CheckedLine, 'msisdn'> {
  return { ...NOTHING_CHECKED, verdict: { kind: 'unchecked', isBusy: failure?.statusCode === 429 || failure?.statusCode === 4292 } }
}

/** For a selling page: stores the number in the visit and returns the bundles in one round trip. */
export function useLineOffer(first: CheckedLine, page: SellingPage, sellsPostpaidBundles = false) {
  const language = useLanguage()
  const ask: AskAboutLine = useCallback(
    async (msisdn, signal) => {
      const answer = await apiClient(language, { readLineOffer }).readLineOffer({ msisdn, page }, { signal })
      if (answer?.status !== 'success') return answer
      const { lineType, ...offer } = answer.result
      return { verdict: judgeLine(page, lineType, sellsPostpaidBundles), ...offer }
    },
    [language, page, sellsPostpaidBundles],
  )
  return useNumberCheck(first, ask)
}

/** For pages that need only the type of a line: no bundles are returned, and the typed number is not stored. */
export function useLineType(first: CheckedLine, page: LinePage) {
  const language = useLanguage()
  const ask: AskAboutLine = useCallback(
    async (msisdn, signal) => {
      const answer = await apiClient(language, { validateNumber }).validateNumber({ msisdn }, { signal })
      return answer?.status === 'success' ? { ...NOTHING_CHECKED, verdict: judgeLine(page, answer.result) } : answer
    },
    [language, page],
  )
  return useNumberCheck(first, ask)
}
