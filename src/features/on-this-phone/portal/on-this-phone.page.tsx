import { page } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { EmptyCard } from './empty-card.tsx'
import { NumbersCard } from './numbers-card.tsx'
import { PagesCard } from './pages-card.tsx'
import ThisPhone from './this-phone.island.ts'
import styles from './on-this-phone.module.css'

const PATH = '/on-this-phone'

/** RECENT-2, OFF-4: what this phone keeps. The server knows nothing of it: script shows it, from where it lies. */
export default page(PATH, {
  async load(request) {
    const [texts, tags] = await Promise.all([readContent(request, 'phone-translation'), readPageMeta(request, PATH)])
    return { texts, tags }
  },
  tags: ({ tags }) => tags,
  View: ({ data: { texts } }) => (
    <>
      <PageHeading isNarrow title={texts.title} lead={texts.lead} />
      <PageBody isNarrow>
        <noscript>
          <Notification kind="warn">{texts.withoutScript}</Notification>
        </noscript>
        <ThisPhone>
          <div className={styles.scripted}>
            <div data-part="numbers">
              <NumbersCard texts={texts} />
            </div>
            <div data-part="pages">
              <PagesCard texts={texts} />
            </div>
            <ButtonLink look="quiet" isWide href="/on-this-phone/receipts">
              {texts.openReceipts}
            </ButtonLink>
            <div data-part="all">
              <EmptyCard texts={texts} />
            </div>
          </div>
        </ThisPhone>
      </PageBody>
    </>
  ),
})
