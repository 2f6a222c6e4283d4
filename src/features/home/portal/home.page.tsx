import { formatMobileNumber, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import { numberWords } from '#features/line/portal/line-texts.ts'
import { formText } from '#portal/page/form-text.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { page, type PageRequest } from '#portal/page/page.ts'
import { Redirect } from '#portal/page/redirect.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { ChoiceChips } from '#portal/ui/choices/choice-chips.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import NumberGroups from './number-groups.island.ts'
import { ServiceTiles } from '#portal/ui/lists/service-tiles.tsx'
import styles from './home.module.css'

const PAGE_OF_TYPE = { prepaid: '/prepaid-recharge', postpaid: '/postpaid-bill-pay', broadband: '/broadband-recharge' } as const
type LineKind = keyof typeof PAGE_OF_TYPE

/** HUB-5: whoever came to pay without a purchase is told why they are here. */
async function noticeOf(request: PageRequest) {
  if (request.url.searchParams.get('notice') !== 'no-pending-payment') return null
  const { noPendingTitle, noPending } = await readContent(request, 'payment-translation')
  return { title: noPendingTitle, text: noPending }
}

function lineKind(text: string): LineKind {
  return text === 'postpaid' || text === 'broadband' ? text : 'prepaid'
}

export default page('/', {
  async load(request) {
    const [home, shared, tags, notice, draft] = await Promise.all([
      readContent(request, 'website-homepage-config'),
      readContent(request, 'orp-translation'),
      readPageMeta(request, '/'),
      noticeOf(request),
      request.api.readDraft(),
    ])
    return { home, shared, tags, notice, widgetInfo: isFailure(draft) ? null : draft.result.widgetInfo }
  },
  /** The number goes with the visitor to the page that fits the line; that page checks it with the operator. */
  async act(request, form) {
    const msisdn = nationalDigits(formText(form, 'msisdn'))
    const type = lineKind(formText(form, 'type'))
    const problem = msisdn === '' ? ('phoneRequired' as const) : ('invalidMobile' as const)
    if (!isMobileNumber(msisdn)) return { again: { problem, msisdn, type } }
    await request.api.savePrefill({ type, msisdn })
    return new Redirect(PAGE_OF_TYPE[type])
  },
  tags: ({ tags }) => tags,
  View({ data: { home, shared, notice, widgetInfo }, answer }) {
    const typed = answer ?? widgetInfo
    return (
      <>
        <SessionValues values={{ widgetInfo }} />
        <section className={styles.hero}>
          <div className={styles.inside}>
            <div>
              <h1>{home.title}</h1>
              <p className={styles.lead}>{home.lead}</p>
              {notice && (
                <Notification kind="warn" title={notice.title}>
                  {notice.text}
                </Notification>
              )}
            </div>
            <NumberGroups>
              <form method="post" className={styles.card} noValidate>
                <MobileNumberField
                  label={home.prefill.label}
                  hint={home.prefill.hint}
                  defaultValue={formatMobileNumber(typed?.msisdn ?? '')}
                  problem={answer ? shared[answer.problem] : undefined}
                  words={numberWords(shared)}
                />
                <ChoiceChips
                  legend={home.prefill.typeLabel}
                  name="type"
                  defaultValue={typed?.type ?? 'prepaid'}
                  choices={home.prefill.types.map(({ type, label }) => ({ value: type, label }))}
                />
                <Button isWide>{home.prefill.button}</Button>
              </form>
            </NumberGroups>
          </div>
          <svg className={styles.dune} viewBox="0 0 1440 46" preserveAspectRatio="none" aria-hidden="true">
            <path d="M0 36C240 6 420 3 640 22s420 28 800-12v36H0z" />
          </svg>
        </section>
        <ServiceTiles heading={home.tilesHeading} tiles={home.tiles} />
      </>
    )
  },
})
