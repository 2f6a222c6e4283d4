import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { listBundles, readTariffs } from '../contract.ts'
import type { Catalogue, LineKind } from './catalogue.ts'

const LINE_KINDS = ['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND'] as const satisfies readonly LineKind[]

export function bundleCalls(catalogue: Catalogue): Served[] {
  return [
    serve(listBundles, async ({ lineType, serviceType = null }, { language }) => {
      const { bundles, isStale } = await catalogue.list({ lineType, serviceType, language })
      return { ...success(bundles), isStale }
    }),
    serve(readTariffs, async ({ lineType: wanted }, { language }) => {
      const lineType = LINE_KINDS.find((kind) => kind === wanted) ?? null
      return success(await catalogue.list({ lineType, serviceType: null, language }))
    }),
  ]
}
