import { kilometresBetween } from '#features/places/distance.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import type { Geocoder } from '#features/places/server/geocoder.ts'
import type { Language } from '#shared/language.ts'
import { addressAttempts } from '../rules.ts'

/** A match farther away is a street of the same name in another town. */
const FARTHEST_FROM_TOWN_KM = 40
const MAX_QUESTION = 160

type Typed = { address: string; landmark: string; town: string }

/** LEAD-4: tries address and town, landmark and town, then the town; null when no result is certain. */
export async function locateAddress(geocoder: Geocoder, typed: Typed, language: Language): Promise<FoundPlace | null> {
  const [town] = await geocoder.find(typed.town, language)
  for (const attempt of addressAttempts(typed)) {
    const found = await geocoder.find(attempt.slice(0, MAX_QUESTION), language)
    const fitting = found.find((place) => (town ? kilometresBetween(place, town) <= FARTHEST_FROM_TOWN_KM : place.precision === 'address'))
    if (fitting) return fitting
  }
  return null
}
