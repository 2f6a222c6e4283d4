export type Piece = { text: string; is: 'same' | 'new' | 'gone' }

const MAX_WORDS = 600
/** With less in common, single words that happen to be the same would only make it hard to read. */
const LEAST_IN_COMMON = 0.5

/** What changed, word by word. Texts of many words, and quite other ones, are shown as a whole. */
export function differenceOf(before: string, after: string): Piece[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS) return joined([piece('gone', before), piece('new', after)])
  const common = commonLengths(old, fresh)
  const shared = (common[0]?.[0] ?? 0) / Math.max(1, Math.min(old.length, fresh.length))
  if (shared < LEAST_IN_COMMON) return joined([piece('gone', before), piece('new', after)])
  const pieces: Piece[] = []
  let [at, to] = [0, 0]
  while (at < old.length || to < fresh.length) {
    if (at < old.length && old[at] === fresh[to]) {
      pieces.push(piece('same', old[at]))
      at += 1
      to += 1
    } else if (to >= fresh.length || (at < old.length && (common[at + 1]?.[to] ?? 0) >= (common[at]?.[to + 1] ?? 0))) {
      pieces.push(piece('gone', old[at]))
      at += 1
    } else {
      pieces.push(piece('new', fresh[to]))
      to += 1
    }
  }
  return joined(pieces)
}

function piece(is: Piece['is'], text = ''): Piece {
  return { text, is }
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}{}’'-]+|[^\s\p{L}\p{N}]/gu) ?? []
}

/** The longest common sequence from each pair of places on. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: fresh.length + 1 }, () => 0))
  for (let at = old.length - 1; at >= 0; at -= 1) {
    const row = lengths[at] ?? []
    for (let to = fresh.length - 1; to >= 0; to -= 1)
      row[to] = old[at] === fresh[to] ? (lengths[at + 1]?.[to + 1] ?? 0) + 1 : Math.max(lengths[at + 1]?.[to] ?? 0, row[to + 1] ?? 0)
  }
  return lengths
}

function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const { text, is } of pieces) {
    const last = whole.at(-1)
    if (text === '') continue
    if (last?.is === is) last.text += text
    else whole.push({ text, is })
  }
  return whole
}
