import { useEffect, useState } from 'react'
import type { FieldNote } from './dynamic-form.tsx'
import { NUMBER_CHECK_DELAY_MS, isMobileNumber } from '#shared/mobile-number.ts'
import { validateNumber } from '#features/line/contract.ts'
import { apiClient } from '#portal/network/api-client.ts'
import type { DetailsTexts } from './details-fields.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'

type Checked = { digits: string; isOurs: boolean }

/**
 * LEAD-2: checks during typing whether the number belongs to the operator. Without a response it decides nothing: the server checks again.
 */
export function useOperatorNumber(digits: string, texts: DetailsTexts): FieldNote {
  const language = useLanguage()
  const hasScript = useHasScript()
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    if (!isMobileNumber(digits)) return undefined
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await apiClient(language, { validateNumber }).validateNumber({ msisdn: digits }, { signal: stopped.signal })
      if (!stopped.signal.aborted && answer?.status === 'success') setChecked({ digits, isOurs: answer.result !== 'INVALID' })
    }, NUMBER_CHECK_DELAY_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [digits, language])
  if (!hasScript || !isMobileNumber(digits)) return {}
  if (checked?.digits !== digits) return { hint: texts.checkingNumber }
  return checked.isOurs ? { confirmation: texts.goodNumber } : { problem: texts.invalidNumber }
}
