import { Value } from 'typebox/value'
import type { SiteContent } from './site-content.ts'
import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { ConfigData } from '../config-contract.ts'

/** The operator's limits and switches. They are content, so editors change them with `npm run content`. */
export type ProductConfig = { read(): Promise<ConfigData> }

export function createProductConfig(content: SiteContent): ProductConfig {
  return {
    async read() {
      return Value.Parse(ConfigData, await content.read('product-config', DEFAULT_LANGUAGE))
    },
  }
}
