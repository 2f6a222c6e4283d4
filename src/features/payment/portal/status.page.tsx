import { API_PREFIX } from '#calls/addresses.ts'
import { calendarDay, formatLongMoment } from '#shared/calendar-day.ts'
import { localeOf, type Language } from '#shared/language.ts'
import { isFailure } from '#shared/failure.ts'
import { COUNTRY } from '#shared/operator.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { page, type PageRequest, Redirect } from '#portal/page/page.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import { hasMoneyMoved } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'
import { clockTime } from './clock-time.ts'
import { PaymentState } from './payment-state.tsx'
import { chatReceipt, receiptCopy } from './receipt-copy.ts'
import { repeatPurchase } from './repeat-purchase.ts'
import { shownSteps } from './status-words.ts'

const REFRESH_SECONDS = 5
const PAYMENT_LIST = '/find-payment?list=shown'

/** STAT-1..4 */
export default page(['/payment/status', '/payment/status/:id'], {
  async load(request) {
    const { searchParams } = request.url
    const id = idIn(request)
    if (!id && isGatewayReturn(searchParams))
      throw new Redirect(`${API_PREFIX}/transaction/v1/callback/${searchParams.get('pg')}?${searchParams.toString()}`)
    const [texts, phoneTexts, meta] = await Promise.all([
      readContent(request, 'payment-translation'),
      readContent(request, 'phone-translation'),
      readPageMeta(request, '/payment/status'),
    ])
    const found = await readPayment(request)
    if (!found || isFailure(found)) return { texts, phoneTexts, meta, payment: null }
    const details = found.result
    const asked = details.steps[0]?.at ?? null
    const steps = shownSteps(details, texts, timesSince(asked, request.language))
    const secondsInAll = asked && details.approveUntil ? Math.round((Date.parse(details.approveUntil) - Date.parse(asked)) / 1000) : 0
    const date = asked && formatLongMoment(asked, request.language)
    const message = await readMessage(request, details, texts)
    // FIND-2: a reader who came from the list of payments goes back to it.
    const backTo = searchParams.get('back') === 'list' ? PAYMENT_LIST : details.redirectPage
    return {
      texts,
      phoneTexts,
      meta,
      payment: {
        details,
        steps,
        date,
        message,
        clock: clockNow(request.language),
        backTo,
        secondsLeft: secondsUntil(details.approveUntil),
        secondsInAll,
      },
    }
  },
  /** PAID-2: the post repeats the purchase. */
  async action(request) {
    const found = await readPayment(request)
    return !found || isFailure(found) ? new Redirect(`/payment/status?id=${idIn(request)}`) : repeatPurchase(request, found.result)
  },
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  response: ({ payment }) => ({
    status: payment ? 200 : 404,
    // Without script the page reloads itself while something is open.
    refreshSeconds: payment && !payment.details.isFinal ? REFRESH_SECONDS : null,
  }),
  View: ({ data: { texts, phoneTexts, payment }, answer }) => (
    <>
      {/* A begun payment is no draft any more. */}
      {payment && <SessionValues values={{ keptTicket: null }} />}
      <CheckoutBody>
        {payment ? (
          <PaymentState texts={texts} phoneTexts={phoneTexts} {...payment} redisplay={answer} />
        ) : (
          <UnknownPayment texts={texts} />
        )}
      </CheckoutBody>
    </>
  ),
})

function idIn({ url, params }: PageRequest): string {
  return url.searchParams.get('id') ?? ('id' in params && typeof params.id === 'string' ? params.id : '')
}

async function readPayment(request: PageRequest) {
  const id = idIn(request)
  return /^[A-Za-z0-9_-]{22}$/.test(id) ? request.api.readTransaction({ txnId: id }) : null
}

/** RCPT-4: what may leave the phone, with the address at which anybody can check it. */
async function readMessage({ api, language }: PageRequest, details: TransactionDetails, texts: ContentPackages['payment-translation']) {
  const { transactionId, money } = details
  const signed = hasMoneyMoved(money) ? await api.readReceiptCode({ transactionId }) : null
  if (!signed || isFailure(signed)) return null
  return chatReceipt(receiptCopy(details, texts, { language, now: new Date() }), texts, signed.result.address)
}

/** The day is in the date above: only a step of another day names its own. */
function timesSince(asked: string | null, language: Language): (instant: string) => string {
  const format = (dateStyle?: 'short') =>
    new Intl.DateTimeFormat(localeOf(language), { ...(dateStyle && { dateStyle }), timeStyle: 'medium', timeZone: COUNTRY.timeZone })
  const day = asked && calendarDay(new Date(asked))
  return (instant) => format(calendarDay(new Date(instant)) === day ? undefined : 'short').format(new Date(instant))
}

function clockNow(language: Language): { shown: string; minutes: number } {
  const now = new Date()
  const format = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', hourCycle: 'h23', timeZone: COUNTRY.timeZone })
  const part = (wanted: string) => Number(format.formatToParts(now).find(({ type }) => type === wanted)?.value ?? 0)
  return { shown: clockTime(now, language), minutes: part('hour') * 60 + part('minute') }
}

function secondsUntil(instant: string | null): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000))
}

/** STAT-2: a payment begun elsewhere, for example in a WhatsApp conversation, returns with the gateway's own parameters. */
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
