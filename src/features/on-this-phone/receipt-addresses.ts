/** OFF-5: where a phone keeps copies of receipts that its owner asked it to keep. */
export const RECEIPTS_KEY = 'kept-receipts'
