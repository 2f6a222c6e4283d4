import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import styles from './on-this-phone.module.css'

/**
 * OFF-4, OFF-5: pages for offline use: visited ones, and the pack that is fetched on request, with its size shown before. show-pages.ts
 * fills it.
 */
export function PagesCard({ texts }: { texts: ContentPackages['phone-translation'] }) {
  const ways = [
    ['/gethelp/all', texts.packHelp],
    ['/storeLocator/all', texts.packShops],
    ['/table', texts.packTariffs],
    ['/gethelp/ussd', texts.packCodes],
  ]
  return (
    <Card heading={texts.pagesTitle}>
      <p>{texts.pagesLead}</p>
      <p data-pages data-kept={texts.pagesKept} data-none={texts.noPages}>
        {texts.toCome}
      </p>
      <p data-saving hidden>
        {texts.packSaving}
      </p>
      <div className={styles.pack}>
        <p
          data-pack
          data-offer={texts.packOffer}
          data-some={texts.packSome}
          data-renew={texts.packRenew}
          data-whole={texts.packWhole}
          data-refused={texts.packRefused}
          hidden
        />
        <ul className={styles.ways} data-ways hidden>
          {ways.map(([path, words]) => (
            <li key={path}>
              <a href={path}>{words}</a>
            </li>
          ))}
        </ul>
        <div
          className={styles.fetch}
          data-fetch
          data-offer={texts.packFetch}
          data-some={texts.packContinue}
          data-renew={texts.packRenewNow}
          hidden
        >
          <Button type="button" />
        </div>
      </div>
      <p
        role="status"
        className={styles.news}
        data-news
        data-doing={texts.packDoing}
        data-cut={texts.packCut}
        data-done={texts.packDone}
        data-erased={texts.pagesErased}
        tabIndex={-1}
      />
      <div data-erase hidden>
        <Button type="button" look="quiet">
          {texts.erasePages}
        </Button>
      </div>
    </Card>
  )
}
