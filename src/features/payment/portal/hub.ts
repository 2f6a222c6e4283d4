import { redirect, type RouterContextProvider } from 'react-router'
import type { ForeignMoney } from '#shared/foreign-money.ts'
import { isFailure } from '#shared/reply.ts'
import { portalApi } from '#portal/page-context.ts'
import { readContent, readPageMeta } from '#portal/texts.ts'
import type { PaymentOption } from '../contract.ts'
import type { PAYMENT_MODES } from '../methods.ts'
import { hubAddress } from './hub-amount.ts'
import { convertPrice, hubExchange, wantedCurrency, withExchange } from './hub-exchange.ts'
import { hubTextsOf } from './hub-texts.ts'

type Context = Readonly<RouterContextProvider>

/** HUB-5: without a pending payment the visitor is led home, with the reason. */
export const NO_PENDING = '/?notice=no-pending-payment'

/** The purchase that the address names. */
export async function loadPending(context: Context, request: Request) {
  const purchaseId = new URL(request.url).searchParams.get('purchase') ?? ''
  const purchase = /^[A-Za-z0-9_-]{22}$/.test(purchaseId) ? await context.get(portalApi).readPurchase({ purchaseId }) : null
  if (!purchase || isFailure(purchase)) throw redirect(NO_PENDING)
  return { purchaseId, queryData: purchase.result.queryData }
}

/** What the hub shows, whatever the method. */
export async function loadHub(context: Context, request: Request) {
  const { purchaseId, queryData } = await loadPending(context, request)
  const { amount, rechargeType, lineType, transactionType } = queryData
  const converted = await convertPrice(context, queryData, wantedCurrency(request))
  const [options, texts, meta] = await Promise.all([
    context.get(portalApi).listPaymentOptions({
      amount,
      rechargeType,
      subscriberType: lineType,
      transactionType,
      purchaseId,
      ...(converted && 'payIn' in converted && { currencyCode: converted.payIn.currencyCode }),
    }),
    readContent(context, 'payment-translation'),
    readPageMeta(context, '/payment'),
  ])
  const { paymentOption, currencies, waiting } = isFailure(options) ? { paymentOption: [], currencies: [], waiting: null } : options.result
  const exchange = await hubExchange(context, currencies, converted)
  return {
    purchaseId,
    queryData: withExchange(context, queryData, exchange),
    options: paymentOption,
    waiting,
    exchange,
    texts: hubTextsOf(texts),
    meta,
  }
}

/** HUB-1: a method that is not offered for this purchase, or is switched off, has no page. */
export async function loadMethod(context: Context, request: Request, route: string) {
  const hub = await loadHub(context, request)
  const option: PaymentOption | undefined = hub.options.find((each) => each.route === route)
  if (!option) throw redirect(hubAddress('', hub.purchaseId, hub.exchange?.payIn?.currencyCode))
  return { ...hub, option }
}

type Mode = (typeof PAYMENT_MODES)[keyof typeof PAYMENT_MODES]
type Start = {
  purchaseId: string
  amount: number
  paymentMode: Mode
  gateway?: string
  email?: string
  msisdn?: string
  /** HUB-4: what the visitor agreed to, where it is not the price itself. */
  payIn?: ForeignMoney | null
}

type Started = { address: string; popupAccessCode: string | null; transactionId: string }

/** CARD-2, MM-2, MP-1: initiate, process, then the place where the payment goes on. Sent twice it is the same transaction. */
export async function startPayment(context: Context, start: Start): Promise<Started | { message: string }> {
  const { purchaseId, amount, paymentMode, gateway, email, msisdn, payIn } = start
  const api = context.get(portalApi)
  const method = { paymentMode, ...(gateway && { paymentGateway: gateway }), ...(msisdn && { paymentMobile: msisdn }) }
  const initiated = await api.initiateTransaction({
    txnId: purchaseId,
    amount,
    ...(email && { emailId: email }),
    ...(payIn && { currencyCode: payIn.currencyCode, convertedAmount: payIn.amount }),
    ...method,
  })
  if (isFailure(initiated)) return { message: initiated.message }
  const { transactionId } = initiated.result
  const processed = await api.processTransaction({ transactionId, ...method })
  if (isFailure(processed)) return { message: processed.message }
  // Already paid, waiting on a phone, or not started: the status page tells the truth either way and offers the next step.
  const { redirectUrl, popupAccessCode } = processed.result
  return { address: redirectUrl ?? `/payment/status?id=${transactionId}`, popupAccessCode, transactionId }
}
