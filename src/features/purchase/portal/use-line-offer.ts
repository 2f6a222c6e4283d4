import { useCallback } from 'react'
import { judgeLine, type SellingPage } from '#features/line/rules.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { readLineOffer } from '../contract.ts'
import type { CheckedLine } from './checked-line.ts'
import { useNumberCheck, type AskAboutLine } from './use-number-check.ts'

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
