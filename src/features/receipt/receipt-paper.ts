/** The texts of a receipt: the same on the page, on paper, in the PDF and in the picture. */
export type ReceiptPaper = {
  brand: string
  /** Company, tax number and the like, as the law of the country wants them. */
  issuer: readonly string[]
  title: string
  /** The goods; sum and recipient follow. */
  what: string
  sum: string
  goal: string
  /** The state of the payment, in a word or two. */
  state: string
  rows: { label: string; value: string }[]
  total: { label: string; value: string }
  reference: { label: string; value: string }
  /** The URL that checks the receipt. */
  check: { label: string; address: string }
  support: string
  /** A note on demonstration systems, else empty. */
  demonstration: string
}
