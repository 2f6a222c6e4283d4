import { Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'

/** GEN-5: what a browser needs to encrypt a value: the key with its id, and a nonce that is valid for one value. */
export const offerSealingKey = defineCall({
  route: 'GET security/v1/sealing-key',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'A public key and single-use nonces, each for sealing one sensitive value (RSA-OAEP-256)',
  tags: ['security'],
  input: Type.Object({ count: Type.Optional(Type.String({ pattern: '^[1-6]$' })) }, { additionalProperties: false }),
  reply: Type.Object({
    kid: Type.String(),
    key: Type.String(),
    nonce: Type.String(),
    nonces: Type.Array(Type.String()),
    expiresInSeconds: Type.Integer(),
  }),
})
