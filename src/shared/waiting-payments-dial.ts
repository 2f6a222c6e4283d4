/** The code that shows the requests of a wallet that wait for the secret code; it needs no internet. */
export const WAITING_PAYMENTS_DIAL = '*145#'
