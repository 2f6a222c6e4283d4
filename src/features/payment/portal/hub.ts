import { redirect, type RouterContextProvider } from 'react-router'
import { API_PREFIX } from '#shared/endpoint.ts'
import { isFailure } from '#shared/reply.ts'
import type { readPurchase } from '#features/purchase/contract.ts'
import { portalApi } from '#portal/page-context.ts'
import type { listPaymentOptions } from '../contract.ts'

type Context = Readonly<RouterContextProvider>

/** HUB-5: without a pending payment the visitor is led home, with the reason. */
export const NO_PENDING = '/?notice=no-pending-payment'

/** What the hub shows, whatever the method. */
export async function loadHub(context: Context, request: Request) {
  const purchaseId = new URL(request.url).searchParams.get('purchase') ?? ''
  const api = context.get(portalApi)
  const purchase = /^[A-Za-z0-9_-]{22}$/.test(purchaseId)
    ? await api.call<typeof readPurchase>('GET', `${API_PREFIX}/transaction/v1/purchase`, { purchaseId })
    : null
  if (!purchase || isFailure(purchase)) throw redirect(NO_PENDING)
  const { queryData } = purchase.result
  const options = await api.call<typeof listPaymentOptions>('POST', `${API_PREFIX}/transaction/v1/payment-options`, {
    amount: queryData.amount,
    rechargeType: queryData.rechargeType,
    subscriberType: queryData.lineType,
    transactionType: queryData.transactionType,
  })
  return { purchaseId, queryData, options: isFailure(options) ? [] : options.result.paymentOption }
}
