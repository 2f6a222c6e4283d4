/** What people ask operators for beyond the specification. */
export const OWN = {
  'FIND-1': 'a payment is found by its reference, or by number and code among those of 90 days',
  'FIND-2': 'each opens its own page; the reference alone opens the masked one',
  'FIND-3': 'a claim is answered by the books where they know, and becomes a case with a deadline and SMS where they do not',
  'FIND-4': 'cases lie before the payment team, and are closed with words for the visitor',
  'FIND-5':
    'guessing into somebody’s payments: one chance in a hundred thousand a day; numbers with and without payments are answered alike',
  'FIND-6': 'linked from status pages, the help centre and the home page',
  'LINK-1': 'a link and a QR code ask others for a recharge, a bundle or a bill; what may be bought may be asked for',
  'LINK-2': 'whoever opens it sees sum, goods, masked number and date before anything, agrees to today’s price, and never reads the number',
  'LINK-3': 'a link that is cut, foreign, over, paid or worn out, or whose bundle, line or amount is gone, says so and leads on',
  'LINK-4': 'links are not guessed, changed, listed or made in masses',
  'RECENT-1': 'numbers that were paid for are kept on the phone after a yes, the last five, and offered under every number field',
  'RECENT-2': 'one tap removes a number, a page shows, names and erases them; a no is remembered and can be changed',
  'RECENT-3': 'whatever stands in storage, or where there is none, nothing breaks and nothing leaves the phone',
  'RCPT-1': 'the receipt is a page of its own that prints clean on A4 and on 58 mm paper, for whoever may see the payment',
  'RCPT-2': 'as a PDF of real, tagged text and as a picture to share, made when they are asked for',
  'RCPT-3': 'a QR code on it leads to a page where anybody checks it',
  'RCPT-4': 'that page tells sum, date, masked number and today’s state and no more; forged and altered codes are told as such',
} as const
