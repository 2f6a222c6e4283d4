import { isFailure } from '#shared/failure.ts'
import { type PageRequest, Redirect, PageFailure } from '#portal/page/page.ts'
import { isConnectorId, needsPayerNumber } from '#shared/connector-table.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import type { PaymentOption } from '../contract.ts'
import { placeOptions, type PlacedOption } from '../method-order.ts'
import { hubAddress } from './hub-amount.ts'
import { ticketSum } from './ticket-words.ts'
import { convertPrice, hubExchange, wantedCurrency, withExchange } from './hub-exchange.ts'

/** HUB-5: without a pending payment the visitor is redirected home, with the reason. */
export const NO_PENDING = '/?notice=no-pending-payment'

/** The purchase named in the address. A post to an address with no purchase, or a deleted one, pays nothing. */
export async function loadPending(request: PageRequest) {
  const purchaseId = request.url.searchParams.get('purchase') ?? ''
  const purchase = /^[A-Za-z0-9_-]{22}$/.test(purchaseId) ? await request.api.readPurchase({ purchaseId }) : null
  if (!purchase || isFailure(purchase)) throw new Redirect(await placeOfPending(request))
  return { purchaseId, queryData: purchase.result.queryData }
}

/** HUB-6: the visit's own pending payment; its id is added to the address before anything is shown or posted. */
async function placeOfPending(request: PageRequest): Promise<string> {
  const pending = await request.api.readPendingPayment()
  if (isFailure(pending)) throw new PageFailure(503, pending.message)
  const { purchaseId, transactionId } = pending.result
  if (transactionId) return `/payment/status?id=${transactionId}`
  const route = /^\/payment\/start(\/[a-z-]+)$/.exec(request.url.pathname)?.[1] ?? ''
  return purchaseId ? hubAddress(route, purchaseId, wantedCurrency(request)) : NO_PENDING
}

/** The data of every hub page, whatever the method. */
export async function loadHub(request: PageRequest) {
  const { purchaseId, queryData } = await loadPending(request)
  const { amount, rechargeType, lineType, transactionType } = queryData
  const converted = await convertPrice(request, queryData, wantedCurrency(request))
  const [options, texts, meta, config, payer] = await Promise.all([
    request.api.listPaymentOptions({
      amount,
      rechargeType,
      subscriberType: lineType,
      transactionType,
      purchaseId,
      ...(converted && 'payIn' in converted && { currencyCode: converted.payIn.currencyCode }),
    }),
    readContent(request, 'payment-translation'),
    readPageMeta(request, '/payment'),
    request.api.readProductConfig(),
    payerBefore(request),
  ])
  const none = { paymentOption: [], currencies: [], waiting: null, email: null }
  const { currencies, waiting, email, ...listed } = isFailure(options) ? none : options.result
  const paymentOption = queryData.askedLink === undefined ? listed.paymentOption : withoutNumber(listed.paymentOption)
  const exchange = await hubExchange(request, currencies, converted)
  return {
    purchaseId,
    queryData: withExchange({ ...queryData, pgOptions: gatewaysIn(paymentOption) }, exchange),
    options: placeOptions(paymentOption, texts.paymentMethodOrder),
    /** HUB-7: how often the pages of the specification poll the state of a payment. */
    paymentMaxTry: isFailure(config) ? null : config.result.configData.paymentMaxTry,
    waiting,
    payer,
    /** The suggested email address: the purchase's own, else the latest of this visit. It is never saved in the browser. */
    email: queryData.emailId ?? email ?? '',
    exchange,
    /** What is paid, as button labels name it. */
    sum: ticketSum(queryData, exchange?.payIn ?? null, request.language),
    texts,
    tags: { ...meta, isHidden: true },
  }
}

/** PAID-2: the phone that paid for the repeated purchase; returned to its own visit only. */
async function payerBefore({ api, url }: PageRequest): Promise<string | null> {
  const id = url.searchParams.get('again') ?? ''
  const found = /^[A-Za-z0-9_-]{22}$/.test(id) ? await api.readTransaction({ txnId: id }) : null
  return found && !isFailure(found) ? found.result.payerMobile : null
}

/** LINK-2: gateways that require the payer's number are not offered for a line that belongs to another person. */
function withoutNumber(options: readonly PaymentOption[]): PaymentOption[] {
  return options
    .map((option) => ({ ...option, gateways: option.gateways.filter(({ id }) => !isConnectorId(id) || !needsPayerNumber(id)) }))
    .filter((option, place) => option.gateways.length > 0 || options[place]?.gateways.length === 0)
}

/** HUB-7: the specification's names of the offered gateways. */
function gatewaysIn(options: readonly PaymentOption[]): { paymentOpt: string }[] {
  return options.flatMap(({ gateways }) => gateways).map(({ id }) => ({ paymentOpt: id.toUpperCase() }))
}

/** HUB-1: a method that is not offered for this purchase, or is switched off, has no page. */
export async function loadMethod(request: PageRequest, route: string) {
  const [hub, walletTexts] = await Promise.all([loadHub(request), readContent(request, 'wallet-translation')])
  const option: PlacedOption | undefined = hub.options.find((each) => each.route === route)
  if (!option) throw new Redirect(hubAddress('', hub.purchaseId, hub.exchange?.payIn?.currencyCode))
  return { ...hub, option, walletTexts }
}

export type MethodPage = Awaited<ReturnType<typeof loadMethod>>
