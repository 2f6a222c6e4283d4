import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import styles from './on-this-phone.module.css'

/** OFF-4: how many pages this phone keeps and what they take; phone-pages.island.ts fills it. */
export function PagesCard({ texts }: { texts: ContentPackages['phone-translation'] }) {
  return (
    <Card heading={texts.pagesTitle}>
      <p>{texts.pagesLead}</p>
      <p data-pages data-kept={texts.pagesKept} data-none={texts.noPages}>
        {texts.noPages}
      </p>
      <div data-erase hidden>
        <Button type="button" look="quiet">
          {texts.erasePages}
        </Button>
      </div>
      <p role="status" className={styles.news} data-news data-erased={texts.pagesErased} tabIndex={-1} />
    </Card>
  )
}
