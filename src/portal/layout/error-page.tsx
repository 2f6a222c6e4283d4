import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { FALLBACK_WORDS } from '../fallback-words.ts'
import type { Frame } from './page-frame.tsx'
import styles from './error-page.module.css'

/**
 * ROUTE-8: what a visitor sees when a page could not be shown, a lost script included. The pending payment is kept on the
 * server, so loading the page again is always safe.
 */
export function ErrorPage() {
  const error = useRouteError()
  const frame = useRouteLoaderData<Frame>('root')
  const texts = frame?.texts ?? FALLBACK_WORDS
  return (
    <main className={styles.page}>
      <h1>{texts.unexpectedError}</h1>
      <p className={styles.detail}>{detailOf(error)}</p>
      <p>{texts.unexpectedErrorHelp}</p>
      <p className={styles.choices}>
        {/* A GET form without an address loads the page itself again, in any state and without script. */}
        <form>
          <button className={styles.again}>{texts.reload}</button>
        </form>
        <a href="/">{texts.home}</a>
      </p>
    </main>
  )
}

function detailOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof Error && /dynamically imported module|ChunkLoadError|preload/i.test(error.message)) return 'ChunkLoadError'
  // The message of an unforeseen error is for the log: it may name what a visitor has no use for.
  return '500'
}
