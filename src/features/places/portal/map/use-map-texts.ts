import { useEffect, useEffectEvent, useState } from 'react'
import { contentPrefix, type Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { readCached, TEXT_SECONDS } from '#portal/browser/session-cache.ts'
import type { AllPlaceTexts } from '../place-texts.ts'

/** The words of the map, fetched with it and kept for an hour. */
export function useMapTexts(language: Language, onFailed: () => void): AllPlaceTexts | null {
  const [texts, setTexts] = useState<AllPlaceTexts | null>(null)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    let isCurrent = true
    void readCached(`places-translation${language}`, TEXT_SECONDS, () => fetchTexts(language)).then((found) => {
      if (!isCurrent) return
      if (found) setTexts(found)
      else failed()
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  return texts
}

async function fetchTexts(language: Language): Promise<AllPlaceTexts | undefined> {
  const answer = await apiClient(language).readActivePackage({
    opco: 'NE',
    // Written out: the list of all packages would otherwise travel to every page.
    pageUrl: `${contentPrefix(language)}/places-translation`,
  })
  return answer?.status === 'success' ? (JSON.parse(answer.result.packageHtml) as AllPlaceTexts) : undefined
}
