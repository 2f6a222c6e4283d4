import { useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { contentCode, languageOfContentCode, type Language } from '#shared/language.ts'
import { readSession, writeSession } from '../session-keys.ts'
import styles from './page-header.module.css'

/**
 * STATE-3: one tap to the other language. With script the page stays as it is and only its words change, so nothing typed
 * is lost; without script the form comes back to the same address in the other language.
 */
export function LanguageSwitch({ language, label }: { language: Language; label: string }) {
  const fetcher = useFetcher({ key: 'language' })
  const { pathname, search } = useLocation()
  const other: Language = language === 'fr' ? 'en' : 'fr'

  // A tab that chose its language before the cookie was lost (or refused) goes on in it: session storage is read once.
  useEffect(() => {
    const chosen = languageOfContentCode(readSession('selectedLanguage'))
    if (chosen && chosen !== language) void fetcher.submit({ language: chosen, to: pathname }, { method: 'post', action: '/language' })
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- read once, as the specification says
  }, [])

  return (
    <fetcher.Form method="post" action="/language" onSubmit={() => writeSession('selectedLanguage', contentCode(other))}>
      <input type="hidden" name="to" value={pathname + search} />
      <button className={styles.language} name="language" value={other} lang={other}>
        {label}
      </button>
    </fetcher.Form>
  )
}
