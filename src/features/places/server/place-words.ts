import { fillText } from '#shared/fill-text.ts'
import { isEnglish, isFrench, type Language } from '#shared/language.ts'
import type { Coordinates } from '../coordinates.ts'
import { compassPointBetween } from '../bearing.ts'
import { formatKilometres, kilometresBetween } from '../distance.ts'
import type { KnownPlace } from './place-index.ts'

/** The sentences of the content package `places-translation`. */
export type PlaceWords = Readonly<Record<string, string>>

const IN_TOWN_KM = 1.5

/** A point in words: 'À 3,2 km au nord-est de <ville> (région de <région>)'. */
export function pointInWords(given: {
  point: Coordinates
  nearest: KnownPlace
  region: string | null
  words: PlaceWords
  language: Language
}): string {
  const { point, nearest, region, words, language } = given
  const kilometres = kilometresBetween(nearest, point)
  if (nearest.town) return fillText(words.nearPlace ?? '', { ofPlace: ofName(placeName(nearest), language) })
  if (kilometres < IN_TOWN_KM) return fillText(words.centreOf ?? '', { ofPlace: ofName(nearest.name, language) })
  const direction = words[`direction_${compassPointBetween(nearest, point)}`] ?? ''
  const values = { distance: formatKilometres(kilometres, language), direction, ofPlace: ofName(nearest.name, language) }
  if (region === null) return fillText(words.awayFromAbroad ?? '', values)
  return fillText(words.awayFrom ?? '', { ...values, ofRegion: ofName(region, language) })
}

/** A quarter with its town, a town with its region unless both have the same name. */
export function placeName({ name, town, region }: KnownPlace): string {
  if (town) return `${name}, ${town}`
  return name === region ? name : `${name} (${region})`
}

/** French joins 'de' to a name that begins with a vowel. */
function ofName(name: string, language: Language): string {
  if (!isFrench(language)) return isEnglish(language) ? `of ${name}` : name
  return /^[aeiouy]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`
}
