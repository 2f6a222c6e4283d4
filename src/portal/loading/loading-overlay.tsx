import { useEffect, useRef, useState } from 'react'
import { contentPrefix, type Language } from '#shared/language.ts'
import { apiClient } from '../api-client.ts'
import { Logo } from '../layout/logo.tsx'
import { keep, readCached, TEXT_SECONDS } from '../session-cache.ts'
import { useLoadingFlag } from './loading-flag.ts'
import styles from './loading-overlay.module.css'

export type LoadingTexts = { wait: string; holdOn: string; loadingMessage: string }

/** LOAD-1, LOAD-2: covers the page while the loading flag is on. `firstTexts` are in the language the page came in. */
export function LoadingOverlay({ language, firstTexts }: { language: Language; firstTexts: LoadingTexts }) {
  const isLoading = useLoadingFlag()
  const texts = useLoadingTexts(language, firstTexts)
  if (!isLoading) return null
  return (
    <div className={styles.overlay} role="status">
      <Logo />
      <p className={styles.title}>{texts.wait}</p>
      <p>{texts.holdOn}</p>
      <p>{texts.loadingMessage}</p>
    </div>
  )
}

/** The first texts come with the page and are kept for an hour; another language is one GET, unless it is still kept. */
function useLoadingTexts(language: Language, firstTexts: LoadingTexts): LoadingTexts {
  const [texts, setTexts] = useState(firstTexts)
  const first = useRef({ language, texts: firstTexts })
  useEffect(() => {
    keep(cacheKey(first.current.language), first.current.texts, TEXT_SECONDS)
  }, [])
  useEffect(() => {
    let isCurrent = true
    void readCached(cacheKey(language), TEXT_SECONDS, () => fetchTexts(language)).then((found) => {
      if (isCurrent && found) setTexts(found)
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  return texts
}

function cacheKey(language: Language): string {
  return `loader-translation${language}`
}

async function fetchTexts(language: Language): Promise<LoadingTexts | undefined> {
  const answer = await apiClient(language).readLoadingTexts({
    prefix: contentPrefix(language),
  })
  return answer?.status === 'success' ? answer.result : undefined
}
