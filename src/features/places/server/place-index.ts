import MiniSearch from 'minisearch'
import type { Coordinates } from '../coordinates.ts'
import type { Precision } from '../contract.ts'

/** A place that can be found by name: a town of the gazetteer, or a quarter where the operator has a shop. */
export type KnownPlace = Coordinates & {
  name: string
  /** The town of a quarter; null for a town itself. */
  town: string | null
  region: string
  precision: Exclude<Precision, 'address'>
  population: number
  /** Other names and postal codes. */
  aliases: readonly string[]
}

export type PlaceIndex = { find(text: string): KnownPlace[] }

const MAX_RESULTS = 5
/** Results that score far below the best one answer another question. */
const MIN_SHARE_OF_BEST = 0.55

/**
 * Tolerates accents, hyphens, apostrophes, words written together or apart, beginnings and misspellings. Everything typed is text:
 * signs such as '.*' or '%' mean nothing here.
 */
export function createPlaceIndex(places: readonly KnownPlace[]): PlaceIndex {
  const index = new MiniSearch<{ id: number; name: string; joined: string; town: string; aliases: string }>({
    fields: ['name', 'joined', 'town', 'aliases'],
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: {
      combineWith: 'OR',
      boost: { name: 2, aliases: 1.5 },
      prefix: (term) => term.length >= 3 && !hasDigit(term),
      fuzzy: (term) => (term.length >= 4 && !hasDigit(term) ? 0.25 : false),
      // The capital rather than a hamlet of nearly the same name; a name that fits better still wins.
      boostDocument: (id) => 1 + Math.log10(Math.max(10, places[Number(id)]?.population ?? 0)) / 10,
    },
  })
  index.addAll(
    places.map(({ name, town, aliases }, id) => ({ id, name, joined: joined(name), town: town ?? '', aliases: aliases.join(' ') })),
  )
  return {
    find(text) {
      const queries = [text, joined(text)].filter((query, place, all) => query !== '' && all.indexOf(query) === place)
      const results = index.search({ combineWith: 'OR', queries })
      const best = results[0]?.score ?? 0
      return results
        .filter(({ score }) => score >= best * MIN_SHARE_OF_BEST)
        .slice(0, MAX_RESULTS)
        .flatMap(({ id }) => places[Number(id)] ?? [])
    },
  }
}

/** Lower case without accents, cut where letters and digits end. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '')
}

function joined(text: string): string {
  return wordsOf(text).join('')
}

function hasDigit(term: string): boolean {
  return /[0-9]/.test(term)
}
