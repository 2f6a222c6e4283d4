import { isFailure } from '#shared/failure.ts'
import { page, type PageRequest, PageFailure } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { EraseCard, PATH, type OpenPayment } from './erase-card.tsx'
import { NumbersCard } from './numbers-card.tsx'
import { PagesCard } from './pages-card.tsx'
import ThisPhone from './this-phone.island.ts'
import styles from './on-this-phone.module.css'

/** RECENT-2, OFF-4: data saved on this phone. The server knows nothing of it: script shows it. ERASE-1: and a button that erases it. */
export default page(PATH, {
  async load(request) {
    const [texts, open] = await Promise.all([readContent(request, 'phone-translation'), readOpenPayments(request)])
    return { texts, open, language: request.language }
  },
  async action({ api }) {
    const ended = await api.endVisit()
    if (isFailure(ended)) throw new PageFailure(503, ended.message)
    return { redisplay: { isErased: true } }
  },
  View: ({ data: { texts, open, language }, answer }) => (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <PageBody isNarrow>
        {answer && open === null && <Notification kind="good">{texts.emptied}</Notification>}
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
          </div>
          <div className={styles.erase}>
            <EraseCard texts={texts} language={language} open={open} />
          </div>
        </ThisPhone>
      </PageBody>
    </>
  ),
})

/** Null until the visitor asks to erase. */
async function readOpenPayments({ api, url }: PageRequest): Promise<OpenPayment[] | null> {
  if (url.searchParams.get('erase') !== 'ask') return null
  const open = await api.listOpenPayments()
  if (isFailure(open)) throw new PageFailure(503, open.message)
  return open.result
}
