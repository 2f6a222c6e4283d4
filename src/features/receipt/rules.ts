/** RCPT-3: ten letters of signature after a reference of 60 random bits. */
export const SIGNATURE_LETTERS = 10

const CODE = new RegExp(`^(G[A-HJ-NP-Z2-9]{12})([B-DF-HJ-NP-TV-XZ]{${SIGNATURE_LETTERS}})$`)

/** Parses a code from a URL or a printed line as people copy it: separators, spaces and either case. */
export function receiptCodeIn(typed: string): { reference: string; signature: string } | null {
  const [, reference, signature] = CODE.exec(typed.replace(/[\s\u00a0\u202f-]|[^A-Za-z]+$/g, '').toUpperCase()) ?? []
  return reference !== undefined && signature !== undefined ? { reference, signature: signature.toLowerCase() } : null
}

/** The public page that checks a receipt. */
export function checkPath(code: string): string {
  return `/v/${code}`
}

export function receiptPath(transactionId: string): string {
  return `/payment/receipt/${transactionId}`
}

export function receiptPdfPath(transactionId: string): string {
  return `${receiptPath(transactionId)}/pdf`
}
