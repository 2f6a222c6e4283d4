/** OFF-5: the storage key of receipts that the visitor saved. */
export const RECEIPTS_KEY = 'kept-receipts'
