import type { ContentPackages } from '#features/site-content/content-packages.ts'

export type AllPlaceTexts = ContentPackages['places-translation']

/** What a map says before it is opened; once open it brings the rest itself. */
export const MAP_TEXTS = ['openMap', 'openMapHint', 'mapLoading', 'mapFailed'] as const satisfies (keyof AllPlaceTexts)[]

export type MapTexts = Pick<AllPlaceTexts, (typeof MAP_TEXTS)[number]>
