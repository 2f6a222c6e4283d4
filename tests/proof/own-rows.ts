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
  'OFF-1': 'help, shops, tariffs and codes that were seen open without a network, in both languages, and say from when they are',
  'OFF-2': 'nothing of a payment is kept or answered from a cache; a poisoned page runs no script; a broken cache is as none',
  'OFF-3': 'a new worker waits while a payment is open; a setting takes it and all it kept away',
  'OFF-4': 'what is kept, and its size, is said and erased with one button',
<<<<<<< HEAD
  'OFF-5':
    'the portal can be installed; help, shops, tariffs and codes are fetched on purpose, their size said before; one button empties everything',
  'WATCH-1': 'figures are told within two seconds whatever the database does, with their age; what is not known is absent, not 0',
  'WATCH-2': 'every figure stands in one table: what is told, what the guide says, names and labels as collectors expect',
  'WATCH-3': 'attempts by way and outcome, and the time from paid to delivered',
  'WATCH-4': 'money that is open, undelivered, to go back or before a person, and work that waits, with its age, whatever the rows hold',
  'WATCH-5': 'standbys as the database sees them; who may not see them says nothing',
  'WATCH-6': 'alert rules that ring when they should and not before; a misspelt figure or label is found',
  'WATCH-7': 'a dashboard whose every query is answered by a Prometheus that collects from two portals',
=======
  'HA-1': 'a commit that may not have reached the standby is never told as done, and its connection is given to nobody',
  'HA-2': 'the primary dies, freezes, loses its network, hands over: no payment that was acknowledged is lost or made twice',
  'HA-3': 'without any standby purchases are refused in words at once, while pages and the state of payments go on',
  'HA-4': 'while no database rules, pages come from memory or say so on a page, and readiness tells the truth',
>>>>>>> be0e22a (database: a commit that may not have reached its standby is never told as done; without standbys purchases are refused at once and pages go on)
} as const
