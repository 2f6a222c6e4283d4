import { CONNECTORS, isConnectorId, PAYMENT_METHODS } from '#shared/connector-table.ts'
import { isFailure } from '#shared/failure.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { KIND_OF_PAGE, type SellingPage } from '#features/line/rules.ts'
import { type Redisplay, type PageRequest, Redirect } from '#portal/page/page.ts'
import { boughtKind } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'
import { hubAddress } from './hub-amount.ts'

export type RepeatAnswer = { message: string }

/**
 * PAID-2: chooses the purchase of this receipt again, at today's price, with the method that paid. A reader of a masked number (only the
 * link, LINK-2) is asked for one. A bill is not repeated blindly: its page opens with the number.
 */
export async function repeatPurchase(
  { api }: Pick<PageRequest, 'api'>,
  details: TransactionDetails,
): Promise<Redirect | Redisplay<RepeatAnswer>> {
  const { msisdn, amount, productCode, redirectPage, transactionType, transactionId, paidIn } = details
  const isBill = boughtKind(transactionType) === 'bill'
  if (!isSellingPage(redirectPage)) return new Redirect(redirectPage)
  if (!isMobileNumber(msisdn)) return new Redirect(`${redirectPage}?msisdn=${productCode || isBill ? '' : `&amount=${amount}`}`)
  await api.savePrefill({ type: KIND_OF_PAGE[redirectPage], msisdn })
  if (isBill) return new Redirect(redirectPage)
  const choice = productCode ? { kind: 'bundle' as const, productCode } : { kind: 'airtime' as const, amount }
  const answer = await api.choosePurchase({ ...choice, msisdn, redirectPage })
  if (isFailure(answer)) return { redisplay: { message: answer.message } }
  // HUB-2 still holds: the method is in the address.
  return new Redirect(`${hubAddress(wayOf(details), answer.result.purchaseId, paidIn?.currencyCode)}&again=${transactionId}`)
}

function wayOf({ paymentGateway }: TransactionDetails): string {
  return isConnectorId(paymentGateway) ? `/${PAYMENT_METHODS[CONNECTORS[paymentGateway].way].route}` : ''
}

function isSellingPage(page: string): page is SellingPage {
  return page in KIND_OF_PAGE
}
