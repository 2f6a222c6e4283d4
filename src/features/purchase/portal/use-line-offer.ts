import { useCallback, useRef, useState } from 'react'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { judgeLine, type SellingPage } from '#features/line/rules.ts'
import { apiClient } from '#portal/api-client.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { NOTHING_CHECKED, type CheckedLine } from './checked-line.ts'

/**
 * Checks numbers while the visitor types. The number is kept for the visit and the bundles come along in one round trip. A newer
 * question ends the older one, so a late answer never overwrites what is in the field.
 */
export function useLineOffer(first: CheckedLine, page: SellingPage) {
  const language = useLanguage()
  const [digits, setDigits] = useState(first.msisdn)
  const [answered, setAnswered] = useState(first)
  const [isChecking, setChecking] = useState(false)
  const asking = useRef<AbortController | null>(null)

  const ask = useCallback(
    async (msisdn: string) => {
      if (!isMobileNumber(msisdn)) return
      asking.current?.abort()
      const asked = new AbortController()
      asking.current = asked
      setChecking(true)
      const answer = await apiClient(language).readLineOffer({ msisdn, page }, { signal: asked.signal })
      if (asking.current !== asked) return
      setChecking(false)
      if (answer?.status !== 'success')
        return setAnswered({
          ...NOTHING_CHECKED,
          msisdn,
          verdict: { kind: 'unchecked', isBusy: answer?.statusCode === 429 || answer?.statusCode === 4292 },
        })
      const { lineType, ...offer } = answer.result
      setAnswered({ msisdn, verdict: judgeLine(page, lineType), ...offer })
    },
    [language, page],
  )
  const check = useCallback((msisdn: string) => void ask(msisdn), [ask])
  return { known: answered.msisdn === digits && digits !== '' ? answered : null, digits, isChecking, setDigits, check }
}
