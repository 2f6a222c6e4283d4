import { useCallback } from 'react'
import { judgeLine, type LinePage } from '#features/line/rules.ts'
import { validateNumber } from '#features/line/contract.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { NOTHING_CHECKED, type CheckedLine } from './checked-line.ts'
import { useNumberCheck, type AskAboutLine } from './use-number-check.ts'

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
