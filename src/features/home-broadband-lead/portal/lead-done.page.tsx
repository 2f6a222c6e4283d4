import { isFailure } from '#shared/failure.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { page, type PageRequest, Redirect } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import type { SentLead } from '../contract.ts'
import { PAYMENT_DELAY_MS, THANKS_DELAY_MS } from '../rules.ts'
import LeadEnding from './lead-ending.island.ts'
import { DETAILS_PAGE, DONE_PAGE, PLAN_PAGE } from './lead-places.ts'
import { readDraft } from './read-lead.ts'
import styles from './lead.module.css'

/** LEAD-3 */
export default page(DONE_PAGE, {
  load: readDonePage,
  tags: ({ tags: { title } }) => ({ title, isHidden: true }),
  View({ data: { texts, lead, redirectUrl } }) {
    const { title, text, stamp, button, href, delayMs } = endingOf(lead, texts, redirectUrl)
    return (
      <>
        <SessionValues values={leadsMode(lead)} />
        <PageHeading title={texts.planTitle} />
        <PageBody isNarrow>
          <LeadEnding>
            <Dialog isOpen title={title} onClose={() => undefined}>
              <div className={`${styles.answer} ${styles.ending}`}>
                <Stamp kind={stamp} />
                <p role={stamp === 'bad' ? 'alert' : 'status'}>{text}</p>
                {lead.refLeadId && (
                  <div>
                    <p>{texts.requestNumber}</p>
                    <p className={styles.requestNumber}>{lead.refLeadId}</p>
                    <Button type="button" look="quiet" isSmall data-copy={lead.refLeadId} data-copied={texts.copied} hidden>
                      {texts.copy}
                    </Button>
                    <p className={styles.away}>{texts.keepNumber}</p>
                  </div>
                )}
                <ButtonLink isWide href={href}>
                  {button}
                </ButtonLink>
                {delayMs !== null && <Away delayMs={delayMs} href={href} words={texts.redirectIn} />}
              </div>
            </Dialog>
          </LeadEnding>
        </PageBody>
      </>
    )
  },
})

async function readDonePage(request: PageRequest) {
  const requestId = request.url.searchParams.get('request') ?? ''
  if (!/^[A-Za-z0-9_-]{22}$/.test(requestId)) throw new Redirect(PLAN_PAGE)
  const [texts, tags, { redirectUrl }, ending] = await Promise.all([
    readContent(request, 'hbb-lead-translation'),
    readPageMeta(request, PLAN_PAGE),
    readDraft(request),
    request.api.readLeadEnding({ requestId }),
  ])
  if (isFailure(ending)) throw new Redirect(PLAN_PAGE)
  return { texts, tags, redirectUrl, lead: ending.result }
}

/**
 * LEAD-6: the specification's flag and the number of the request, for programs that read them there. The purchase on the server decides
 * what is paid for.
 */
function leadsMode({ ending, refLeadId }: SentLead) {
  const isPayable = ending === 'payable' && refLeadId !== null
  return isPayable ? { isTenereWorks: 'true', id: refLeadId } : { isTenereWorks: null, id: null }
}

type Ending = {
  title: string
  text: string
  stamp: 'good' | 'wait' | 'bad'
  button: string
  href: string
  /** Null when only the visitor's click leads on. */
  delayMs: number | null
}

/** LEAD-3: the three endings, with their texts and next pages. */
function endingOf({ ending, purchaseId }: SentLead, texts: ContentPackages['hbb-lead-translation'], redirectUrl: string): Ending {
  if (ending === 'payable' && purchaseId) {
    const href = `/payment/start?purchase=${purchaseId}`
    return { title: texts.successTitle, text: texts.success, stamp: 'good', button: texts.goToPayment, href, delayMs: PAYMENT_DELAY_MS }
  }
  if (ending === 'not-available')
    return {
      title: texts.thanksTitle,
      text: texts.thanks,
      stamp: 'wait',
      button: texts.exploreOthers,
      href: redirectUrl,
      delayMs: THANKS_DELAY_MS,
    }
  return { title: texts.wrongTitle, text: texts.wrong, stamp: 'bad', button: texts.tryAgain, href: DETAILS_PAGE, delayMs: null }
}

/** Only script leaves the page automatically, so only script shows the countdown. */
function Away({ delayMs, href, words }: { delayMs: number; href: string; words: string }) {
  return (
    <p className={styles.away} hidden data-away={href} data-delay={delayMs} data-words={words}>
      <span role="timer" />
      <Spoken>
        <span role="status" />
      </Spoken>
    </p>
  )
}
