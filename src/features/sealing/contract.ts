import { Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'

/** GEN-5: what a browser needs to seal one value: the key with its id, and a nonce that opens one value only. */
export const offerSealingKey = {
  ...addressOf('offerSealingKey'),
  schema: {
    summary: 'A public key and a single-use nonce for sealing one sensitive value (RSA-OAEP-256)',
    tags: ['security'],
    response: {
      200: reply(Type.Object({ kid: Type.String(), key: Type.String(), nonce: Type.String(), expiresInSeconds: Type.Integer() })),
    },
  },
} as const satisfies Endpoint
