export const TECHNOLOGIES = ['2G', '3G', '4G', '5G'] as const
export type Technology = (typeof TECHNOLOGIES)[number]

/** A site's technologies as one number: 7 is 2G, 3G and 4G. */
export const TECHNOLOGY_BIT = { '2G': 1, '3G': 2, '4G': 4, '5G': 8 } as const satisfies Record<Technology, number>

export type CoverageLevel = 'good' | 'edge' | 'none'

/**
 * How far a site reaches: indoors and well up to `good`, outdoors with luck up to `edge`. A cautious rule of thumb for flat land
 * (2G on 900 MHz, 4G on 800 and 1800 MHz); COV-1 gives 5G its 300 m. Replace it by the radio planners' raster when there is one.
 */
const REACH_KM = {
  '2G': { good: 6, edge: 15 },
  '3G': { good: 3, edge: 8 },
  '4G': { good: 2.5, edge: 7 },
  '5G': { good: 0.2, edge: 0.3 },
} as const satisfies Record<Technology, { good: number; edge: number }>

/** COV-1: the circle around a 5G site. */
export const FIVE_G_RADIUS_METRES = REACH_KM['5G'].edge * 1000

export function coverageLevel(technology: Technology, kilometresToSite: number | null): CoverageLevel {
  if (kilometresToSite === null || kilometresToSite > REACH_KM[technology].edge) return 'none'
  return kilometresToSite <= REACH_KM[technology].good ? 'good' : 'edge'
}

export function isTechnology(text: string | null): text is Technology {
  return TECHNOLOGIES.some((technology) => technology === text)
}

/** COV-1: only technologies with at least one site are offered. The default is 4G. */
export function chosenTechnology(asked: string | null, offered: readonly Technology[]): Technology | null {
  if (isTechnology(asked) && offered.includes(asked)) return asked
  return offered.find((technology) => technology === '4G') ?? offered[offered.length - 1] ?? null
}
