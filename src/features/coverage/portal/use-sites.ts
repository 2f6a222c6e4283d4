import { useCallback, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/api-client.ts'
import { type DotSites, expandSites } from '../compact-sites.ts'

/** All sites, fetched when the map is. Without them the map shows towns only and the answer in words stands all the same. */
export function useSites(language: Language): { sites: DotSites | null; fetchSites: () => void } {
  const [sites, setSites] = useState<DotSites | null>(null)
  const fetchSites = useCallback(() => {
    void apiClient(language)
      .readCompactSites()
      .then((answer) => {
        if (answer?.status === 'success') setSites(expandSites(answer.result))
      })
  }, [language])
  return { sites, fetchSites }
}
