import { useEffect, useEffectEvent, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { readCached, TEXT_SECONDS } from '#portal/browser/session-cache.ts'
import { fetchTexts } from '#portal/texts/fetch-texts.ts'
import type { AllPlaceTexts } from '../place-texts.ts'

const NAME = 'places-translation'

/** The texts of the map, fetched with it and cached for an hour. */
export function useMapTexts(language: Language, onFailed: () => void): AllPlaceTexts | null {
  const [texts, setTexts] = useState<AllPlaceTexts | null>(null)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    let isCurrent = true
    const fetchMapTexts = () => fetchTexts<AllPlaceTexts>(language, NAME).catch(() => undefined)
    void readCached(`${NAME}${language}`, TEXT_SECONDS, fetchMapTexts).then((found) => {
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
