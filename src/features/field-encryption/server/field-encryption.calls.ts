import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { FieldEncryption } from './field-encryption.ts'
import { offerSealingKey } from '../contract.ts'

export function sealingCalls(sealing: FieldEncryption): Served[] {
  return [serve(offerSealingKey, async ({ count = '1' }) => success(await sealing.offer(Number(count))))]
}
