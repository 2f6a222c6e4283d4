/** A text in pieces, some of them to be shown bold. */
export type MarkedText = { text: string; isMatch: boolean }[]

/** Removes case, accents and joined letters, so a search finds 'Réseau' by 'reseau'. */
export function foldText(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('’', "'").replace(/\s/g, ' ')
}

/** HELP-2: every occurrence of the typed text, taken literally: no character is special. */
export function markTyped(text: string, typed: string): MarkedText {
  const wanted = foldText(typed)
  const letters = Array.from(text.normalize('NFC'))
  const folded = letters.map(foldText)
  const found = wanted === '' ? [] : placesOf(wanted, folded.join(''))
  let start = 0
  return joinAlike(
    letters.map((letter, place) => {
      const isMatch = found.some((begin) => start >= begin && start < begin + wanted.length)
      start += folded[place]?.length ?? 0
      return { text: letter, isMatch }
    }),
  )
}

function placesOf(wanted: string, whole: string): number[] {
  const places: number[] = []
  for (let place = whole.indexOf(wanted); place !== -1; place = whole.indexOf(wanted, place + wanted.length)) places.push(place)
  return places
}

/** Every matched word, also when its spelling differs from the typed one. */
export function markWords(text: string, isFound: (word: string) => boolean): MarkedText {
  const pieces = text.split(/([\p{L}\p{N}]+)/u).filter(Boolean)
  return joinAlike(pieces.map((piece) => ({ text: piece, isMatch: isFound(piece) })))
}

function joinAlike(pieces: MarkedText): MarkedText {
  const joined: MarkedText = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.isMatch === piece.isMatch) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}
