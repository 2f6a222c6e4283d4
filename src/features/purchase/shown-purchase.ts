import { maskMobileNumber } from '#shared/mobile-number.ts'
import type { QueryData } from './contract.ts'

/**
 * The fields of a purchase that its own visit may see. Any visitor can pay any bill: this must reveal neither the account behind a number,
 * which would open its bill, nor the number behind an account (S9).
 */
export function shownToPayer(queryData: QueryData): QueryData {
  // LINK-2: the number belongs to the link's creator, not to the payer.
  if (queryData.askedLink !== undefined) return shownToStrangers(queryData)
  return shownToLine(queryData)
}

/** FIND-2: for a visit that proved the number itself. */
export function shownToLine(purchase: QueryData): QueryData {
  const { subject: _, ...queryData } = purchase
  switch (queryData.transactionType) {
    case 'POSTPAID_BILL':
      return { ...queryData, invoiceDetail: null }
    case 'BILL_PAYMENT':
      return { ...queryData, msisdn: queryData.msisdn && maskMobileNumber(queryData.msisdn) }
    default:
      return queryData
  }
}

/** The fields needed to pay, without those that identify the recipient. */
export function shownToStrangers(queryData: QueryData): QueryData {
  const { metaInfo: _, subject: _subject, ...shown } = queryData
  return { ...shown, msisdn: shown.msisdn && maskMobileNumber(shown.msisdn), emailId: null, invoiceDetail: null }
}
