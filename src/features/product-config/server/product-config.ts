import { Value } from 'typebox/value'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { ConfigData } from '../contract.ts'

/** The operator's limits and switches. They are content, so editors change them with `npm run content`. */
export type ProductConfig = { read(): Promise<ConfigData> }

export function openProductConfig(content: SiteContent): ProductConfig {
  return {
    async read() {
      return Value.Parse(ConfigData, await content.read('product-config', 'fr'))
    },
  }
}

/** Content of before this field names none. */
export async function popularBundles(config: ProductConfig): Promise<readonly string[]> {
  return (await config.read()).popularBundles ?? []
}
