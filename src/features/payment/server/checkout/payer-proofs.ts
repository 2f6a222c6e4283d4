import { createHash, randomBytes } from 'node:crypto'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'

const LIFE_MS = 10 * 60_000

type Proven = { orderId: string; msisdn: MobileNumber; proof: string }

/** API-4, MM-3: the payment right from a one-time code: one number, one order, ten minutes. */
export type PayerProofs = {
  /** Spends the proof on this order; false when it is unknown, for another number, or was spent on something else. */
  spendOn(proven: Proven & { visit: Visit }): Promise<boolean>
  /** Whether the number was proven for the order; with `proof`, by exactly that proof. */
  isProven(asked: Omit<Proven, 'proof'> & { proof?: string | undefined }): Promise<boolean>
  /** The same for expired proofs too: whether the number's owner requested this order. */
  wasProven(asked: Omit<Proven, 'proof'>): Promise<boolean>
  /**
   * USSD-4: the network itself identifies the calling line, which is as good as a code. Only an endpoint that the network vouches for may
   * call this.
   */
  vouch(asked: Omit<Proven, 'proof'>): Promise<void>
}

export function createPayerProofs({ db, clock, codes }: { db: Database; clock: Clock; codes: Pick<OneTimeCodes, 'consume'> }): PayerProofs {
  async function isProven({ orderId, msisdn, proof }: Parameters<PayerProofs['isProven']>[0]): Promise<boolean> {
    const row = await db
      .selectFrom('pay_payer_proof')
      .select('proof_hash')
      .where('order_id', '=', orderId)
      .where('msisdn', '=', msisdn)
      .where('ends_at', '>', clock.now())
      .executeTakeFirst()
    return row !== undefined && (proof === undefined || row.proof_hash.equals(hashOf(proof)))
  }

  async function keep({ orderId, msisdn, proof }: Proven): Promise<void> {
    const row = { proof_hash: hashOf(proof), ends_at: new Date(clock.now().getTime() + LIFE_MS) }
    await db
      .insertInto('pay_payer_proof')
      .values({ order_id: orderId, msisdn, ...row })
      .onConflict((conflict) => conflict.columns(['order_id', 'msisdn']).doUpdateSet(row))
      .execute()
  }

  return {
    isProven,
    async wasProven({ orderId, msisdn }) {
      const row = await db
        .selectFrom('pay_payer_proof')
        .select('order_id')
        .where('order_id', '=', orderId)
        .where('msisdn', '=', msisdn)
        .executeTakeFirst()
      return row !== undefined
    },
    // Only the hash of this proof is stored: the proof itself is never sent out and cannot be used elsewhere.
    vouch: ({ orderId, msisdn }) => keep({ orderId, msisdn, proof: randomBytes(16).toString('base64url') }),
    async spendOn({ orderId, msisdn, proof, visit }) {
      // A second press may use the same proof for the same order.
      if (await isProven({ orderId, msisdn, proof })) return true
      if (!(await codes.consume(proof, { msisdn, purpose: 'PAYMENT', visit }))) return false
      await keep({ orderId, msisdn, proof })
      return true
    },
  }
}

/** 128 random bits need no HMAC key: guessing all values is infeasible. */
function hashOf(proof: string): Buffer {
  return createHash('sha256').update(proof).digest()
}
