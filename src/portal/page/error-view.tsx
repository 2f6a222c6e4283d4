import { OPERATOR } from '#operator-record'
import { fillText } from '#shared/fill-text.ts'
import { isEnglish, type Language } from '#shared/language.ts'
import { FALLBACK_WORDS } from '../texts/fallback-words.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import KeptTicket from '#features/visit/portal/kept-ticket.island.ts'
import { PageHeading } from '../ui/frame/page-heading.tsx'
import { Button } from '../ui/frame/button.tsx'
import styles from './error-view.module.css'

type ErrorViewProps = {
  texts: ContentPackages['orp-translation'] | null
  language: Language
  status: number
  /** In the visitor's language; null when there is no text for it. */
  message: string | null
  /** The request's id in the log. */
  requestId: string
}

/** A prefix of the request id that people can read out on the phone, long enough to find it in the log of a day. */
const MARK_LENGTH = 8

/** ROUTE-8: the pending payment is stored on the server, so reloading the page is always safe. */
export function ErrorView({ texts, language, status, message, requestId }: ErrorViewProps) {
  const words = texts ?? FALLBACK_WORDS
  // A number means nothing to most people; English keeps the specification's line.
  const detail = message ?? (isEnglish(language) ? String(status) : null)
  const { care } = OPERATOR.brand
  const [before, after] = fillText(words.errorTell, { number: '\n' }).split('\n')
  return (
    <>
      <PageHeading title={words.unexpectedError} {...(detail !== null && { lead: detail })} />
      <div className={styles.page}>
        {/* A GET form without an address loads the page itself again, in any state and without script. */}
        <form>
          <p>{words.unexpectedErrorHelp}</p>
          <Button>{words.reload}</Button> <a href="/">{words.home}</a>
        </form>
        {texts && (
          <KeptTicket>
            <div hidden data-kept>
              <h2>{texts.keptTitle}</h2>
              <p className={styles.kept}>
                <span>
                  <small data-of="what" />
                  <b data-of="sum" /> {texts.keptFor} <b data-of="goal" />
                </span>
                <a href="/payment/start">{texts.keptResume}</a>
              </p>
              <p>{texts.keptHelp}</p>
            </div>
          </KeptTicket>
        )}
        <div>
          <h2>{words.errorStuck}</h2>
          <p>
            {before}
            <a href={`tel:${care}`}>{care}</a>
            {after} <b>{requestId.slice(0, MARK_LENGTH)}</b>
          </p>
        </div>
      </div>
    </>
  )
}
