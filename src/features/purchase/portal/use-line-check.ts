import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { apiClient } from '#portal/api-client.ts'
import { useLanguage } from '#portal/frame-context.ts'
import type { CheckedLine } from './checked-line.ts'
import type { LinePageAnswer } from './line-page.ts'

/**
 * Checks numbers while the visitor types: the page's own action answers, so the number is kept for the visit and the bundles come
 * along in one round trip. A newer question ends the older one, so a late answer never overwrites what is in the field.
 */
export function useLineCheck(first: CheckedLine) {
  const fetcher = useFetcher<LinePageAnswer>({ key: 'line-check' })
  const [digits, setDigits] = useState(first.msisdn)
  const { submit } = fetcher
  const check = useCallback((msisdn: string) => void submit({ intent: 'check', msisdn }, { method: 'post' }), [submit])

  const answered = fetcher.data?.checked
  const isAnswered = answered !== undefined && answered.msisdn === digits
  const known = isAnswered ? answered : first.msisdn === digits ? first : null
  useSolvedCheck(known, check)
  return { known, digits, isChecking: fetcher.state !== 'idle', setDigits, check }
}

/** While many ask, the browser asks for itself once, which may solve a puzzle; the page's own question then finds the answer. */
function useSolvedCheck(known: CheckedLine | null, check: (msisdn: string) => void): void {
  const language = useLanguage()
  const solvedFor = useRef('')
  const busyNumber = known?.verdict?.kind === 'unchecked' && known.verdict.isBusy ? known.msisdn : ''
  useEffect(() => {
    if (busyNumber === '' || solvedFor.current === busyNumber) return
    solvedFor.current = busyNumber
    void apiClient(language)
      .validateNumber({ msisdn: busyNumber })
      .then((answer) => answer?.status === 'success' && check(busyNumber))
  }, [busyNumber, check, language])
}

/** A check changes nothing that the page was loaded with: it is not loaded again. */
export function revalidatesAfter(formData: FormData | undefined, byDefault: boolean): boolean {
  return formData?.get('intent') === 'check' ? false : byDefault
}
