/** RCPT-3: ten letters of signature after a reference of 60 random bits. */
export const SIGNATURE_LETTERS = 10

const CODE = new RegExp(`^(G[A-HJ-NP-Z2-9]{12})([B-DF-HJ-NP-TV-XZ]{${SIGNATURE_LETTERS}})$`)

/** What an address or a printed line holds as people copy it: groups, blanks and small letters are theirs. */
export function receiptCodeIn(typed: string): { reference: string; signature: string } | null {
  const [, reference, signature] = CODE.exec(typed.replace(/[\s\u00a0\u202f-]/g, '').toUpperCase()) ?? []
  return reference !== undefined && signature !== undefined ? { reference, signature: signature.toLowerCase() } : null
}

/** Where anybody checks a receipt. */
export function checkPath(code: string): string {
  return `/v/${code}`
}

export function receiptPath(transactionId: string): string {
  return `/payment/receipt/${transactionId}`
}

export function receiptPdfPath(transactionId: string): string {
  return `${receiptPath(transactionId)}/pdf`
}
