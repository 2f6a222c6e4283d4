import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Sealing } from './sealing.ts'
import { offerSealingKey } from '../contract.ts'

export function sealingCalls(sealing: Sealing): Served[] {
  return [serve(offerSealingKey, async ({ count = '1' }) => success(await sealing.offer(Number(count))))]
}
