import { createHash, randomBytes } from 'node:crypto'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'

const LIFE_MS = 10 * 60_000

type Proven = { orderId: string; msisdn: MobileNumber; proof: string }

/** API-4, MM-3: what a one-time code opens for a payment: one number, one order, ten minutes. */
export type PayerProofs = {
  /** Spends the proof on this order; false when it is nobody's, another number's or was spent on something else. */
  spendOn(proven: Proven & { visit: Visit }): Promise<boolean>
  /** Whether the number was proven for the order; with `proof`, by that very proof. */
  isProven(asked: Omit<Proven, 'proof'> & { proof?: string | undefined }): Promise<boolean>
  /** USSD-4: the network itself says which line calls; no code could say it better. Only a door that the network answers for may ask. */
  vouch(asked: Omit<Proven, 'proof'>): Promise<void>
}

export function openPayerProofs({ db, clock, codes }: { db: Database; clock: Clock; codes: Pick<OneTimeCodes, 'spend'> }): PayerProofs {
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
    // Nobody ever holds the proof itself: it is good for this order and can be shown nowhere else.
    vouch: ({ orderId, msisdn }) => keep({ orderId, msisdn, proof: randomBytes(16).toString('base64url') }),
    async spendOn({ orderId, msisdn, proof, visit }) {
      // Pressed twice, the same proof for the same order is still good.
      if (await isProven({ orderId, msisdn, proof })) return true
      if (!(await codes.spend(proof, { msisdn, purpose: 'PAYMENT', visit }))) return false
      await keep({ orderId, msisdn, proof })
      return true
    },
  }
}

/** 128 random bits need no key: nobody tries them all. */
function hashOf(proof: string): Buffer {
  return createHash('sha256').update(proof).digest()
}
