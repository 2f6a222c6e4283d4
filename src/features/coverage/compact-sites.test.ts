import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactSites, expandSites } from './compact-sites.ts'

const site = fc.record({
  latitude: fc.double({ min: 10.2, max: 25.2, noNaN: true }),
  longitude: fc.double({ min: -1.5, max: 17.5, noNaN: true }),
  technologies: fc.integer({ min: 1, max: 15 }),
})

test('COV-1 the compact form brings every site back, to eleven metres', () => {
  fc.assert(
    fc.property(fc.array(site, { maxLength: 60 }), (sites) => {
      const { latitudes, longitudes, kinds } = expandSites(compactSites(sites))
      const rounded = (value: number) => (Math.round(value * 1e4) / 1e4).toFixed(4)
      const text = (one: { latitude: number; longitude: number; technologies: number }) =>
        `${rounded(one.latitude)} ${rounded(one.longitude)} ${one.technologies}`
      const back = Array.from(latitudes, (latitude, place) =>
        text({ latitude, longitude: longitudes[place] ?? 0, technologies: kinds[place] ?? 0 }),
      )
      expect(back.toSorted()).toEqual(sites.map(text).toSorted())
    }),
  )
})

test('COV-1 five thousand sites take at most 20 KB compressed', () => {
  let seed = 7
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const towns = Array.from({ length: 70 }, () => ({ latitude: 12 + chance() * 8, longitude: 1 + chance() * 12 }))
  const sites = Array.from({ length: 5000 }, (_, place) => {
    const town = towns[place % towns.length] ?? { latitude: 13, longitude: 2 }
    const near = () => (chance() + chance() + chance() - 1.5) * 0.12
    return { latitude: town.latitude + near(), longitude: town.longitude + near(), technologies: [1, 3, 7, 7, 15][place % 5] ?? 1 }
  })
  const text = JSON.stringify(compactSites(sites))
  expect(brotliCompressSync(text).length).toBeLessThanOrEqual(20_000)
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(20_000)
})
