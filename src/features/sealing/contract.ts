import { Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'

/** GEN-5: what a browser needs to seal one value: the key with its id, and a nonce that opens one value only. */
export const offerSealingKey = {
  ...addressOf('offerSealingKey'),
  schema: {
    summary: 'A public key and single-use nonces, each for sealing one sensitive value (RSA-OAEP-256)',
    tags: ['security'],
    querystring: Type.Object({ count: Type.Optional(Type.String({ pattern: '^[1-6]$' })) }, { additionalProperties: false }),
    response: {
      200: reply(
        Type.Object({
          kid: Type.String(),
          key: Type.String(),
          nonce: Type.String(),
          nonces: Type.Array(Type.String()),
          expiresInSeconds: Type.Integer(),
        }),
      ),
    },
  },
} as const satisfies Endpoint
