import { kilometresBetween } from '#features/places/distance.ts'
import type { Coordinates } from '#features/places/coordinates.ts'
import { createPlaceData, type PlaceData } from '#features/places/server/place-data.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { encodedBody } from '#server/pages/encoded-body.ts'
import type { PreparedAnswer } from '#server/pages/prepared-answer.ts'
import { success } from '#shared/reply.ts'
import { compactSites } from '../compact-sites.ts'
import type { CoverageAt } from '../contract.ts'
import { coverageLevel, TECHNOLOGIES, TECHNOLOGY_BIT, type Technology } from '../rules.ts'
import { readSites, type Site } from './sites.store.ts'

export type Sites = {
  summary(): Promise<{ asOf: string; isDemonstration: boolean; sites: { technology: Technology; count: number }[] }>
  at(point: Coordinates): Promise<CoverageAt>
  /** API-6: the package `fetch-sites-data-5g` in the specification's shape. */
  specificationPackage(): Promise<PreparedAnswer>
  compact(): Promise<PreparedAnswer>
  version(): Promise<string>
}

const BROTLI_QUALITY = 7

export function createSites({ db, clock }: { db: Database; clock: Clock }): Sites {
  const read = createPlaceData({ kind: 'sites', db, clock, readRows: readSites })
  const specificationPackage = prepared((sites) => ({ packageHtml: JSON.stringify(sites.map(specificationSite)) }))
  const compact = prepared(compactSites)
  return {
    async summary() {
      const { rows, asOf, isDemonstration } = await read()
      const sites = TECHNOLOGIES.map((technology) => ({ technology, count: rows.filter(has(technology)).length }))
      return { asOf, isDemonstration, sites: sites.filter(({ count }) => count > 0) }
    },
    async at(point) {
      const { rows, asOf, isDemonstration } = await read()
      const technologies = TECHNOLOGIES.flatMap((technology) => {
        const kilometresToSite = nearestKilometres(rows, technology, point)
        return kilometresToSite === null ? [] : [{ technology, level: coverageLevel(technology, kilometresToSite), kilometresToSite }]
      })
      return { asOf, isDemonstration, technologies }
    },
    specificationPackage: async () => specificationPackage(await read()),
    compact: async () => compact(await read()),
    version: async () => (await read()).fingerprint,
  }
}

/** Rebuilds the response only when the data has changed. */
function prepared(resultOf: (sites: readonly Site[]) => object): (data: PlaceData<Site>) => PreparedAnswer {
  let kept: PreparedAnswer | null = null
  return ({ rows, fingerprint }) => {
    const etag = `"${fingerprint}"`
    if (kept?.etag !== etag) kept = { etag, body: encodedBody(JSON.stringify(success(resultOf(rows))), BROTLI_QUALITY) }
    return kept
  }
}

function specificationSite({ latitude, longitude, title, technologies }: Site) {
  return {
    latitude,
    longitude,
    title,
    _2Gservice: (technologies & TECHNOLOGY_BIT['2G']) > 0,
    _3Gservice: (technologies & TECHNOLOGY_BIT['3G']) > 0,
    _4Gservice: (technologies & TECHNOLOGY_BIT['4G']) > 0,
    _5Gservice: (technologies & TECHNOLOGY_BIT['5G']) > 0,
  }
}

function has(technology: Technology): (site: Site) => boolean {
  return ({ technologies }) => (technologies & TECHNOLOGY_BIT[technology]) > 0
}

/** Compares squared flat distances and computes the real one only for the nearest: fifty thousand sites take well under a millisecond. */
function nearestKilometres(sites: readonly Site[], technology: Technology, point: Coordinates): number | null {
  const squeeze = Math.cos((point.latitude * Math.PI) / 180)
  let nearest: Site | null = null
  let least = Infinity
  for (const site of sites) {
    if ((site.technologies & TECHNOLOGY_BIT[technology]) === 0) continue
    const square = (site.latitude - point.latitude) ** 2 + ((site.longitude - point.longitude) * squeeze) ** 2
    if (square < least) [nearest, least] = [site, square]
  }
  return nearest && Math.round(kilometresBetween(nearest, point) * 1000) / 1000
}
