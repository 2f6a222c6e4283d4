/** PAID-1: refusals whose page shows what is due now. */
const DUE_CODES: ReadonlySet<string> = new Set(['nothing-due', 'due-changed', 'being-paid'])

/** The page that explains a refusal about the subject of the payment; null for every other refusal. */
export function dueAddress(code: string | null | undefined, purchaseId: string): string | null {
  return code && DUE_CODES.has(code) ? `/payment/due?purchase=${purchaseId}` : null
}
