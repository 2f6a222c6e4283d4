import { createHash } from 'node:crypto'
import { OPERATOR } from '#operator-record'
import { encodedBody } from '#server/pages/encoded-body.ts'
import type { PreparedAnswer } from '#server/pages/prepared-answer.ts'
import { success } from '#shared/reply.ts'
import type { MapData } from '../contract.ts'

const BROTLI_QUALITY = 11

/** The operator's built-in map, compressed at its first request. */
export function prepareMapData(): PreparedAnswer {
  const { bounds, gazetteer, outline } = OPERATOR.places
  const data: MapData = {
    limits: bounds.limits,
    towns: gazetteer.map(({ name, latitude, longitude, population, region }) => ({
      name,
      latitude,
      longitude,
      population,
      isCapital: name === region,
    })),
    neighbours: [...bounds.neighbours],
    basemap: outline && outline.basemap,
  }
  const text = JSON.stringify(success(data))
  return { etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`, body: encodedBody(text, BROTLI_QUALITY) }
}
