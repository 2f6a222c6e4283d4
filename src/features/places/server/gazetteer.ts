import type { KnownPlace } from './place-index.ts'
import places from '../data/gazetteer.json' with { type: 'json' }

type GazetteerPlace = { name: string; latitude: number; longitude: number; region: string; population: number; aliases?: string[] }

/** The towns of Niger, largest first (GeoNames, see NOTICE). */
export const TOWNS: readonly KnownPlace[] = (places satisfies GazetteerPlace[] as GazetteerPlace[]).map((place) => ({
  ...place,
  town: null,
  precision: 'town',
  aliases: place.aliases ?? [],
}))
