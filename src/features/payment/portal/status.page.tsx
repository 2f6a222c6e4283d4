import { API_PREFIX } from '#calls/addresses.ts'
import { formatLongMoment } from '#shared/calendar-day.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import { LOCALES, type Language } from '#shared/language.ts'
import { isFailure } from '#shared/failure.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { page } from '#portal/page/page.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { Redirect } from '#portal/page/redirect.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import { PaymentState } from './payment-state.tsx'
import { shownSteps } from './status-words.ts'

const REFRESH_SECONDS = 5
const PAYMENT_LIST = '/find-payment?list=shown'

/** STAT-1..4 */
export default page(['/payment/status', '/payment/status/:id'], {
  async load(request) {
    const { searchParams } = request.url
    const id = searchParams.get('id') ?? ('id' in request.params ? request.params.id : '')
    if (!id && isGatewayReturn(searchParams))
      throw new Redirect(`${API_PREFIX}/transaction/v1/callback/${searchParams.get('pg')}?${searchParams.toString()}`)
    const [texts, phoneTexts, meta] = await Promise.all([
      readContent(request, 'payment-translation'),
      readContent(request, 'phone-translation'),
      readPageMeta(request, '/payment/status'),
    ])
    const found = /^[A-Za-z0-9_-]{22}$/.test(id) ? await request.api.readTransaction({ txnId: id }) : null
    if (!found || isFailure(found)) return { texts, phoneTexts, meta, payment: null }
    const details = found.result
    const steps = shownSteps(details, texts, timeIn(request.language))
    const asked = details.steps[0]?.at ?? null
    const secondsInAll = asked && details.approveUntil ? Math.round((Date.parse(details.approveUntil) - Date.parse(asked)) / 1000) : 0
    const date = asked && formatLongMoment(asked, request.language)
    // FIND-2: whoever came from the list of payments goes back to it.
    const backTo = searchParams.get('back') === 'list' ? PAYMENT_LIST : details.redirectPage
    return {
      texts,
      phoneTexts,
      meta,
      payment: { details, steps, date, backTo, secondsLeft: secondsUntil(details.approveUntil), secondsInAll },
    }
  },
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  manner: ({ payment }) => ({
    status: payment ? 200 : 404,
    headers: { 'cache-control': 'no-store' },
    // Without script the page asks again by itself for as long as something is open.
    refreshSeconds: payment && !payment.details.isFinal ? REFRESH_SECONDS : null,
  }),
  View: ({ data: { texts, phoneTexts, payment } }) => (
    <>
      {/* What has been begun is no draft any more. */}
      {payment && <SessionValues values={{ keptTicket: null }} />}
      <CheckoutBody>
        {payment ? <PaymentState texts={texts} phoneTexts={phoneTexts} {...payment} /> : <UnknownPayment texts={texts} />}
      </CheckoutBody>
    </>
  ),
})

function timeIn(language: Language): (instant: string) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeStyle: 'medium', timeZone: COUNTRY.timeZone })
  return (instant) => format.format(new Date(instant))
}

function secondsUntil(instant: string | null): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000))
}

/** STAT-2: a payment begun elsewhere, for example in a WhatsApp conversation, comes back with the gateway's own words for it. */
function isGatewayReturn(query: URLSearchParams): boolean {
  return query.has('channel') && /^[a-z]{2,20}$/.test(query.get('pg') ?? '') && (query.has('reference') || query.has('trxref'))
}

function UnknownPayment({ texts }: { texts: ContentPackages['payment-translation'] }) {
  return (
    <Card isCentred>
      <Stamp kind="warn" />
      <h1>{texts.statusUnknownTitle}</h1>
      <p>{texts.statusUnknown}</p>
      <ButtonLink href="/">{texts.return}</ButtonLink>
    </Card>
  )
}
