/** A receipt in words: the same on the page, on paper, in the PDF and in the picture. */
export type ReceiptPaper = {
  brand: string
  title: string
  /** What was bought, for how much, and for whom. */
  what: string
  sum: string
  goal: string
  /** How it stands, in a word or two. */
  state: string
  rows: { label: string; value: string }[]
  total: { label: string; value: string }
  reference: { label: string; value: string }
  /** How it is checked, and where. */
  check: { label: string; address: string }
  support: string
  /** Where nothing is real. */
  demonstration: string
}
