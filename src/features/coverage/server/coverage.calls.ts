import { coordinatesOf } from '#features/places/server/places.calls.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { success } from '#shared/reply.ts'
import { readCompactSites, readCoverageAt, readCoverageSummary } from '../contract.ts'
import type { Sites } from './sites.ts'

export function coverageCalls(sites: Sites): Served[] {
  return [
    serve(readCoverageSummary, async () => success(await sites.summary())),
    serve(readCoverageAt, async (point) => success(await sites.at(coordinatesOf(point)))),
    serve(readCompactSites, () => sites.compact()),
  ]
}
