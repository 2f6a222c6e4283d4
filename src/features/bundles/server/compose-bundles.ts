import type { Clock } from '#server/clock.ts'
import { bundleCalls } from './bundles.calls.ts'
import { createCatalogue } from './catalogue.ts'
import type { OperatorCatalogue } from './operator-catalogue.ts'

type Deps = {
  operator: OperatorCatalogue
  clock: Clock
  sellsPostpaidBundles: boolean
  config: { read(): Promise<{ popularBundles?: string[] }> }
}

export function composeBundles({ operator, clock, sellsPostpaidBundles, config }: Deps) {
  // Content from before this field has none.
  const readPopular = async () => (await config.read()).popularBundles ?? []
  const catalogue = createCatalogue({ operator, clock, sellsPostpaidBundles, readPopular })
  return { catalogue, calls: bundleCalls(catalogue) }
}
