import { localeOf } from '#shared/language.ts'
import { page } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { Drawing } from '#portal/ui/signs/drawing.tsx'
import { DRAWER } from '#portal/ui/signs/drawings.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import KeptReceipts from './kept-receipts.island.ts'
import styles from './kept-receipts.module.css'

const PATH = '/on-this-phone/receipts'

/**
 * OFF-5: saved receipts, read from the phone's storage; the server knows nothing of them. Without a network the offline page shows them,
 * which needs no other file.
 */
export default page(PATH, {
  async load(request) {
    const [texts, tags] = await Promise.all([readContent(request, 'phone-translation'), readPageMeta(request, PATH)])
    return { texts, tags, language: request.language }
  },
  tags: ({ tags }) => ({ ...tags, isHidden: true }),
  View: ({ data: { texts, language } }) => (
    <>
      <PageHeading title={texts.receiptsTitle} lead={texts.receiptsLead} />
      <PageBody isNarrow>
        <noscript>
          <Notification kind="warn">{texts.withoutScript}</Notification>
        </noscript>
        <KeptReceipts>
          <div className={styles.scripted}>
            <Card>
              <p data-says="blocked" hidden>
                {texts.noStorage}
              </p>
              <div className={styles.said}>
                <p data-says="soon">{texts.toCome}</p>
                <div data-says="none" className={styles.none} hidden>
                  <Drawing shapes={DRAWER} />
                  <p>{texts.noReceipts}</p>
                </div>
                <ul
                  className={styles.receipts}
                  data-receipts
                  data-copy-of={texts.copyOf}
                  data-locale={localeOf(language)}
                  data-remove-one={texts.removeReceipt}
                />
              </div>
              <div data-remove hidden>
                <Button type="button" look="quiet" isSmall>
                  {texts.remove}
                </Button>
              </div>
              <p role="status" className={styles.news} data-news data-removed={texts.receiptRemoved} tabIndex={-1} />
            </Card>
          </div>
        </KeptReceipts>
        <ButtonLink look="quiet" isWide href="/on-this-phone">
          {texts.title}
        </ButtonLink>
      </PageBody>
    </>
  ),
})
