/** What people ask operators for beyond the specification. */
export const OWN = {
  'FIND-1': 'a payment is found by its reference, or by number and code among those of 90 days',
  'FIND-2': 'each opens its own page; the reference alone opens the masked one',
  'FIND-3': 'a claim is answered by the books where they know, and becomes a case with a deadline and SMS where they do not',
  'FIND-4': 'cases lie before the payment team, and are closed with words for the visitor',
  'FIND-5':
    'guessing into somebody’s payments: one chance in a hundred thousand a day; numbers with and without payments are answered alike',
  'FIND-6': 'linked from status pages, the help centre and the home page',
} as const
