import { isFailure } from '#shared/reply.ts'
import type { PageManner, PageRequest } from '#portal/page/page.ts'
import { Redirect } from '#portal/page/redirect.ts'
import { readContent, readPageMeta } from '#portal/texts.ts'
import type { PaymentOption } from '../contract.ts'
import { hubAddress } from './hub-amount.ts'
import { convertPrice, hubExchange, wantedCurrency, withExchange } from './hub-exchange.ts'

/** HUB-5: without a pending payment the visitor is led home, with the reason. */
export const NO_PENDING = '/?notice=no-pending-payment'

/** The hub is one visitor's own: nobody keeps it. */
export const hubManner = (): PageManner => ({ headers: { 'cache-control': 'no-store' } })

/** The purchase that the address names. */
export async function loadPending({ url, api }: PageRequest) {
  const purchaseId = url.searchParams.get('purchase') ?? ''
  const purchase = /^[A-Za-z0-9_-]{22}$/.test(purchaseId) ? await api.readPurchase({ purchaseId }) : null
  if (!purchase || isFailure(purchase)) throw new Redirect(NO_PENDING)
  return { purchaseId, queryData: purchase.result.queryData }
}

/** What the hub shows, whatever the method. */
export async function loadHub(request: PageRequest) {
  const { purchaseId, queryData } = await loadPending(request)
  const { amount, rechargeType, lineType, transactionType } = queryData
  const converted = await convertPrice(request, queryData, wantedCurrency(request))
  const [options, texts, meta] = await Promise.all([
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
  ])
  const { paymentOption, currencies, waiting } = isFailure(options) ? { paymentOption: [], currencies: [], waiting: null } : options.result
  const exchange = await hubExchange(request, currencies, converted)
  return {
    purchaseId,
    queryData: withExchange(request, queryData, exchange),
    options: paymentOption,
    waiting,
    exchange,
    texts,
    tags: { ...meta, isHidden: true },
  }
}

/** HUB-1: a method that is not offered for this purchase, or is switched off, has no page. */
export async function loadMethod(request: PageRequest, route: string) {
  const [hub, walletTexts] = await Promise.all([loadHub(request), readContent(request, 'wallet-translation')])
  const option: PaymentOption | undefined = hub.options.find((each) => each.route === route)
  if (!option) throw new Redirect(hubAddress('', hub.purchaseId, hub.exchange?.payIn?.currencyCode))
  return { ...hub, option, walletTexts }
}

export type MethodPage = Awaited<ReturnType<typeof loadMethod>>
