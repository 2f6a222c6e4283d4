import { OPERATOR } from '#operator-record'
import type { KnownPlace } from './place-index.ts'

/** The operator's towns, largest first. */
export const TOWNS: readonly KnownPlace[] = OPERATOR.places.gazetteer.map((place) => ({
  ...place,
  town: null,
  precision: 'town',
  aliases: place.aliases ?? [],
}))
