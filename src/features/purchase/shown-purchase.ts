import { maskMobileNumber } from '#shared/mobile-number.ts'
import type { QueryData } from './contract.ts'

/**
 * What pages may see of a purchase of their own visit. Anybody can choose to pay anybody's bill: doing so must tell neither the
 * account behind a number, which would open its bill, nor the number behind an account (S9).
 */
export function shownToPayer(queryData: QueryData): QueryData {
  // LINK-2: the number is of whoever made the link, not of whoever pays.
  if (queryData.askedLink !== undefined) return shownToStrangers(queryData)
  return shownToLine(queryData)
}

/** FIND-2: for whoever proved the number itself. */
export function shownToLine(queryData: QueryData): QueryData {
  switch (queryData.transactionType) {
    case 'POSTPAID_BILL':
      return { ...queryData, invoiceDetail: null }
    case 'BILL_PAYMENT':
      return { ...queryData, msisdn: queryData.msisdn && maskMobileNumber(queryData.msisdn) }
    default:
      return queryData
  }
}

/** Enough to pay it, too little to learn whom it is for. */
export function shownToStrangers(queryData: QueryData): QueryData {
  const { metaInfo: _, ...shown } = queryData
  return { ...shown, msisdn: shown.msisdn && maskMobileNumber(shown.msisdn), emailId: null, invoiceDetail: null }
}
