import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { readProductConfig } from '../config-contract.ts'
import type { ProductConfig } from './product-config.ts'

export function productConfigCalls(config: ProductConfig): Served[] {
  return [serve(readProductConfig, async () => success({ configData: await config.read() }))]
}
