import type { TransactionDetails } from '../contract.ts'

/** The parts of a payment's state that change while its page is open. The page is fetched again when this value changes. */
export function stateMark(details: TransactionDetails): string {
  const { status, money, left, statusReason, approveUntil, purchaseToPay, steps, excess, metaInfo, isFinal, otherWaiting } = details
  return [
    status,
    money,
    left,
    statusReason,
    approveUntil,
    purchaseToPay,
    steps.length,
    excess?.isReturned,
    metaInfo.leadId,
    isFinal,
    otherWaiting,
  ].join()
}
