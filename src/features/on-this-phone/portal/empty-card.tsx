import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import styles from './on-this-phone.module.css'

/** OFF-5: how much this site takes on the phone, and the one button that empties all of it, after a question; empty-phone.ts fills it. */
export function EmptyCard({ texts }: { texts: ContentPackages['phone-translation'] }) {
  const quiet = { type: 'button', look: 'quiet' } as const
  return (
    <Card heading={texts.emptyTitle}>
      <p data-used={texts.emptyUsed} data-nothing={texts.emptyNothing}>
        {texts.toCome}
      </p>
      <div data-begin hidden>
        <Button {...quiet}>{texts.emptyAll}</Button>
      </div>
      <div data-ask role="group" aria-labelledby="empty-ask" hidden>
        <p id="empty-ask" tabIndex={-1}>
          {texts.emptyAsk}
        </p>
        <div className={styles.answers}>
          <Button {...quiet}>{texts.emptyYes}</Button>
          <Button {...quiet}>{texts.emptyNo}</Button>
        </div>
      </div>
      <p role="status" className={styles.news} data-news={texts.emptied} tabIndex={-1} />
    </Card>
  )
}
