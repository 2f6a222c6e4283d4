import { formatMobileNumber } from '#shared/mobile-number.ts'
import { bundleTextsOf } from '#features/bundles/portal/bundle-texts.ts'
import { numberWords } from '#features/line/portal/line-texts.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { page, type PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Hero, HERO_CARD } from '#portal/ui/frame/hero.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import { ServiceTiles } from '#portal/ui/lists/service-tiles.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { kindOf } from '../line-kind.ts'
import { LineOffers } from './line-offers.tsx'
import { postNumber, readKnownLine } from './known-line.ts'
import { readOffers } from './read-offers.ts'
import RecogniseLine from './recognise-line.island.ts'
import styles from './home.module.css'

/** HUB-5: a visitor redirected from a payment page without a purchase reads why. */
async function noticeOf(request: PageRequest) {
  if (request.url.searchParams.get('notice') !== 'no-pending-payment') return null
  const { noPendingTitle, noPending } = await readContent(request, 'payment-translation')
  return { title: noPendingTitle, text: noPending }
}

/** The operator's own package may be older than the list of services. */
function listed(list: string[] | undefined): string[] {
  return list ?? []
}

export default page('/', {
  async load(request) {
    const [home, shared, recharge, notice, line] = await Promise.all([
      readContent(request, 'website-homepage-config'),
      readContent(request, 'orp-translation'),
      readContent(request, 'recharge-translation'),
      noticeOf(request),
      readKnownLine(request),
    ])
    return { home, shared, recharge, notice, line, offers: await readOffers(request) }
  },
  action: postNumber,
  response: ({ offers }) => (offers.isWhole ? {} : { headers: { 'cache-control': 'private, no-cache' } }),
  View({ data: { home, shared, recharge, notice, line, offers }, answer }) {
    const known = line && (answer === null || answer.msisdn === line.msisdn) ? line : null
    const says = known ? (known.lineType ?? 'unchecked') : ''
    const problem = answer?.problem ?? (known?.lineType === 'INVALID' ? 'invalidMobile' : null)
    const kind = known?.lineType ? kindOf(known.lineType) : null
    return (
      <>
        <SessionValues values={{ widgetInfo: line?.widgetInfo ?? null }} />
        <Hero>
          <div className={styles.inside}>
            <div>
              <h1>{home.title}</h1>
              <p>{home.lead}</p>
              {notice && (
                <div className={styles.notice}>
                  <Notification kind="warn" title={notice.title}>
                    {notice.text}
                  </Notification>
                </div>
              )}
              <ul className={styles.promises}>
                {listed(home.promises).map((promise) => (
                  <li key={promise}>
                    <Icon path={SIGNS.good} />
                    {promise}
                  </li>
                ))}
              </ul>
            </div>
            <RecogniseLine>
              <FieldsForm className={HERO_CARD} noValidate data-card data-line={kind ? known?.msisdn : undefined}>
                {answer?.message && <Notification kind="bad">{answer.message}</Notification>}
                <MobileNumberField
                  label={home.prefill.label}
                  hint={home.prefill.hint}
                  defaultValue={formatMobileNumber(answer?.msisdn ?? line?.msisdn ?? '')}
                  problem={problem ? shared[problem] : undefined}
                  words={numberWords(shared)}
                />
                <div role="status" className={styles.says}>
                  {(['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND'] as const).map((type) => (
                    <p key={type} data-says={type} hidden={says !== type} className={styles.known}>
                      <Icon path={SIGNS.good} />
                      {recharge[`line${type}`]}
                    </p>
                  ))}
                  <p data-says="checking" hidden>
                    {recharge.checking}
                  </p>
                  <p data-says="unchecked" hidden={says !== 'unchecked'}>
                    {recharge.couldNotCheck}
                  </p>
                </div>
                <div data-ask hidden={kind !== null}>
                  <Button isWide>{home.prefill.button}</Button>
                </div>
                <LineOffers texts={shared} bundleTexts={bundleTextsOf(recharge)} offers={offers} kind={kind} />
              </FieldsForm>
            </RecogniseLine>
          </div>
        </Hero>
        <ServiceTiles heading={home.tilesHeading} tiles={home.tiles} />
      </>
    )
  },
})
