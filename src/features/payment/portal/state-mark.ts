import type { TransactionDetails } from '../contract.ts'

/** What of a payment changes while its page is open. The page is fetched again when this does. */
export function stateMark(details: TransactionDetails): string {
  const { status, money, left, statusReason, approveUntil, purchaseToPay, steps, excess, metaInfo, isFinal } = details
  return [status, money, left, statusReason, approveUntil, purchaseToPay, steps.length, excess?.isReturned, metaInfo.leadId, isFinal].join()
}
