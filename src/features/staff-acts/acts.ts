/** Everything that a person can do in the console: a closed list. */
export const STAFF_ACTS = [
  /** Queries the provider again about an attempt: always safe, at a minimum interval. */
  'ask-again',
  /** Sends the receipt to the number that it went to, three a day. */
  'resend-receipt',
  'add-note',
  'assign',
  /** Tries a step that failed too often again. */
  'retry-failed',
  /** Ends a review with a resolution and a note; it moves no money. */
  'close-review',
  /** Refunds a payment that was not delivered. */
  'refund',
  /** Refunds a payment that was delivered. */
  'refund-delivered',
  /** Sends the delivery to the operator again, under the same reference. */
  'deliver-again',
  'answer-claim',
  /** Shows a full number for a minute. */
  'see-number',
  /** Exports payments with masked numbers. */
  'export-payments',
  /** Exports payments with full numbers. */
  'export-numbers',
  /** Exports lines of the audit log with their hashes. */
  'export-audit',
  /** Counts what is stored about a number. */
  'find-customer-data',
  'export-customer-data',
  'erase-customer-data',
  /** Closes a way to pay to new payments, or keeps it closed longer. */
  'close-way',
  /** Opens it before its end. */
  'reopen-way',
  'publish-announcement',
  'take-down-announcement',
  /** Writes a text of pages, SMS or the menu, and sends it to review. */
  'write-text',
  /** Lets visitors read what another person wrote, now or at a time. */
  'publish-text',
  /** Brings back the words that visitors read before. */
  'restore-text',
  /** Uploads a provider's statement; nothing counts yet. */
  'upload-statement',
  /** Compares a statement with the ledger; it changes no payment. */
  'compare-statement',
  /** Says why statement and ledger differ, or leaves the difference open with a reason. */
  'explain-difference',
  /** Signs a compared day: finance first, then another person. */
  'sign-day',
  'export-reconciliation',
] as const

export type StaffAct = (typeof STAFF_ACTS)[number]

export function isStaffAct(word: string): word is StaffAct {
  return STAFF_ACTS.some((act) => act === word)
}
