import type { ContentPackages } from '#portal/content-packages.ts'

export type AllPlaceTexts = ContentPackages['places-translation']

const FIRST_TEXTS = [
  'openMap',
  'openMapHint',
  'mapLoading',
  'mapFailed',
  'locating',
  'positionDenied',
  'positionUnavailable',
  'positionAbroad',
] as const satisfies (keyof AllPlaceTexts)[]

/** What a page needs before its map is opened; the map brings the rest itself. */
export type PlaceTexts = Pick<AllPlaceTexts, (typeof FIRST_TEXTS)[number]>

export function firstPlaceTexts(texts: AllPlaceTexts): PlaceTexts {
  return Object.fromEntries(FIRST_TEXTS.map((name) => [name, texts[name]])) as PlaceTexts
}
