import { useCallback, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { DEFAULT_SECONDS, readCached } from '#portal/browser/session-cache.ts'
import { readCompactSites } from '../contract.ts'
import { type DotSites, expandSites } from '../compact-sites.ts'

/** All sites, fetched with the map. Without them the map shows towns only; the text answer does not need them. */
export function useSites(language: Language): { sites: DotSites | null; fetchSites: () => void } {
  const [sites, setSites] = useState<DotSites | null>(null)
  const fetchSites = useCallback(() => {
    // STATE-2: reopening the map within seconds uses the cached answer.
    void readCached(`fetch-sites-data-5g${language}`, DEFAULT_SECONDS, () => fetchCompact(language)).then((compact) => {
      if (compact) setSites(expandSites(compact))
    })
  }, [language])
  return { sites, fetchSites }
}

async function fetchCompact(language: Language) {
  const answer = await apiClient(language, { readCompactSites }).readCompactSites()
  return answer?.status === 'success' ? answer.result : undefined
}
