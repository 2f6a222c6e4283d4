const KNOWN_DOMAINS = ['gmail.com', 'yahoo.fr', 'yahoo.com', 'hotmail.com', 'hotmail.fr', 'outlook.com', 'outlook.fr', 'icloud.com']

/** 'amina@gmial.com' probably means gmail.com: a receipt that never arrives is a common complaint. Null without a suspected typo. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || KNOWN_DOMAINS.includes(domain)) return null
  const close = KNOWN_DOMAINS.find((known) => distance(domain, known) === 1 || isSwapped(domain, known))
  return close ? `${email.slice(0, at + 1)}${close}` : null
}

/** Two neighbouring letters are swapped. */
function isSwapped(text: string, known: string): boolean {
  if (text.length !== known.length) return false
  const first = text.split('').findIndex((letter, place) => letter !== known[place])
  return (
    first >= 0 && text[first] === known[first + 1] && text[first + 1] === known[first] && text.slice(first + 2) === known.slice(first + 2)
  )
}

/** Levenshtein distance, capped at 2. */
function distance(first: string, second: string): 0 | 1 | 2 {
  if (first === second) return 0
  if (Math.abs(first.length - second.length) > 1) return 2
  const start = first.split('').findIndex((letter, place) => letter !== second[place])
  const place = start === -1 ? first.length : start
  const rests = [
    [first.slice(place + 1), second.slice(place + 1)],
    [first.slice(place + 1), second.slice(place)],
    [first.slice(place), second.slice(place + 1)],
  ]
  return rests.some(([left, right]) => left === right) ? 1 : 2
}
