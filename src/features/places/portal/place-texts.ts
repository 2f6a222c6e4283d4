import type { ContentPackages } from '#features/site-content/content-packages.ts'

export type AllPlaceTexts = ContentPackages['places-translation']

/** Texts of a map before it is opened; the rest is loaded with the map. */
export const MAP_TEXTS = ['openMap', 'openMapHint', 'mapLoading', 'mapFailed'] as const satisfies (keyof AllPlaceTexts)[]

export type MapTexts = Pick<AllPlaceTexts, (typeof MAP_TEXTS)[number]>
