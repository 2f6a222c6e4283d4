import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/limit-table.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { CODE_ATTEMPTS } from '../rules.ts'
import { attemptsSpent, LIFE_MS } from './code-life.ts'
import { mayGuess, noteWrongGuess } from './code-guesses.ts'
import { type CodeHasher, newId } from './code-secrets.ts'
import * as store from './one-time-code.store.ts'
import type { OneTimeCodes, VerifyRequest } from './one-time-codes.ts'

type Verdict = { uniqueCode: string } | 'wrong' | 'no-attempt' | 'no-guess'
type Parts = { db: Database; clock: Clock; hasher: CodeHasher }

export function openCodeVerification({
  db,
  clock,
  hasher,
}: Parts): Pick<OneTimeCodes, 'verify' | 'spend' | 'isProven' | 'hasProven' | 'spendProven'> {
  /** OTP-2: what is too old or was used is a wrong code and nothing more. */
  async function refuseWithoutAttempts({ reference, visit, username }: VerifyRequest): Promise<store.Challenge> {
    const challenge = await store.findChallenge(db, reference, visit.id)
    if (!challenge || (username !== undefined && username !== challenge.msisdn)) throw new Problem('code-user-unknown')
    if (challenge.endsAt <= clock.now()) throw new Problem('wrong-code', 'too old or used')
    if (challenge.attempts >= CODE_ATTEMPTS) throw attemptsSpent(challenge.endsAt, clock.now())
    return challenge
  }

  /** Its verdict is a value: a problem thrown inside would give the attempt back. */
  async function guess({ reference, visit }: VerifyRequest, challenge: store.Challenge, code: string): Promise<Verdict> {
    return db.transaction().execute(async (tx) => {
      const now = clock.now()
      if (!(await mayGuess(tx, { reference, challenge, now }))) return 'no-guess'
      const taken = await store.takeAttempt(tx, reference, visit.id, now)
      if (!taken) return 'no-attempt'
      if (!(await store.hasLiveCode(tx, reference, hasher.ofCode(reference, code), now))) {
        await noteWrongGuess(tx, { reference, challenge, now })
        return taken.attempts >= CODE_ATTEMPTS ? 'no-attempt' : 'wrong'
      }
      const uniqueCode = newId()
      const proofEndsAt = new Date(now.getTime() + LIFE_MS)
      await store.endWithProof(tx, reference, { proofHash: hasher.ofProof(uniqueCode), proofEndsAt, now })
      return { uniqueCode }
    })
  }

  const shown = (proof: string) => ({ proof, proofHash: hasher.ofProof(proof), now: clock.now() })

  return {
    async verify(request) {
      const challenge = await refuseWithoutAttempts(request)
      // Guards the costly opening of sealed values, not the code: that is what attempts are for.
      if (!(await isWithinLimit(db, { key: `code-read:${request.reference}`, ...SUBJECT_LIMITS.codeReading })))
        throw new Problem('too-many-requests')
      const verdict = await guess(request, challenge, await request.readCode())
      if (verdict === 'wrong') throw new Problem('wrong-code')
      if (verdict === 'no-guess') throw new Problem('code-guesses-spent')
      if (verdict !== 'no-attempt') return verdict
      // Another tab may have used the code a moment ago: then nothing is locked.
      await refuseWithoutAttempts(request)
      throw new Problem('code-attempts-spent')
    },
    // The cookie changed when the code was proven: whoever still shows the former one did not prove it.
    spend: async (proof, { msisdn, purpose, visit }) =>
      !visit.hasFormerCookie && store.takeProof(db, { msisdn, purpose, visitId: visit.id }, shown(proof)),
    isProven: async (proof, { msisdn, purpose, visit }) =>
      !visit.hasFormerCookie && store.hasProof(db, { msisdn, purpose, visitId: visit.id }, shown(proof)),
    hasProven: async ({ msisdn, purpose, visit }) =>
      !visit.hasFormerCookie && store.hasAnyProof(db, { msisdn, purpose, visitId: visit.id }, clock.now()),
    spendProven: async ({ msisdn, purpose, visit }) =>
      !visit.hasFormerCookie && store.takeAnyProof(db, { msisdn, purpose, visitId: visit.id }, clock.now()),
  }
}
