import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { CODE_ATTEMPTS } from '../rules.ts'
import { attemptsSpent, LIFE_MS } from './code-life.ts'
import { mayGuess, noteWrongGuess } from './code-guesses.ts'
import { type CodeHasher, newId } from './code-secrets.ts'
import * as store from './one-time-code.store.ts'
import type { CodeBinding, OneTimeCodes, VerifyRequest } from './one-time-codes.ts'

type Verdict = { uniqueCode: string } | 'wrong' | 'no-attempt' | 'no-guess'
type Deps = { db: Database; clock: Clock; hasher: CodeHasher }

export function createCodeVerification({
  db,
  clock,
  hasher,
}: Deps): Pick<OneTimeCodes, 'verify' | 'consume' | 'isProven' | 'hasProven' | 'provenNumber' | 'spendProven'> {
  /** OTP-2: a code that is too old or used is just a wrong code. */
  async function refuseWithoutAttempts({ reference, visit, username }: VerifyRequest): Promise<store.Challenge> {
    const challenge = await store.findChallenge(db, reference, visit.id)
    if (!challenge || (username !== undefined && username !== challenge.msisdn)) throw new Problem('code-user-unknown')
    if (challenge.endsAt <= clock.now()) throw new Problem('wrong-code', 'too old or used')
    if (challenge.attempts >= CODE_ATTEMPTS) throw attemptsSpent(challenge.endsAt, clock.now())
    return challenge
  }

  /** Returns its verdict: a problem thrown in the transaction would roll the attempt back. */
  async function guess({ reference, visit }: VerifyRequest, challenge: store.Challenge, code: string): Promise<Verdict> {
    return db.transaction().execute(async (tx) => {
      const now = clock.now()
      if (!(await mayGuess(tx, { reference, challenge, code, now }))) return 'no-guess'
      const taken = await store.takeAttempt(tx, reference, visit.id, now)
      if (!taken) return 'no-attempt'
      if (!(await store.hasLiveCode(tx, reference, hasher.ofCode(reference, code), now))) {
        await noteWrongGuess(tx, { reference, challenge, code, now })
        return taken.attempts >= CODE_ATTEMPTS ? 'no-attempt' : 'wrong'
      }
      const uniqueCode = newId()
      const proofEndsAt = new Date(now.getTime() + LIFE_MS)
      await store.endWithProof(tx, reference, { proofHash: hasher.ofProof(uniqueCode), proofEndsAt, now })
      return { uniqueCode }
    })
  }

  /** A verified code changes the cookie, so a request with the previous cookie did not prove it. */
  async function look(find: typeof store.hasProof, { msisdn, purpose, visit }: CodeBinding, proof: string | null): Promise<boolean> {
    const shown = proof === null ? null : { proof, proofHash: hasher.ofProof(proof) }
    return !visit.hasPreviousCookie && find(db, { msisdn, purpose, visitId: visit.id }, clock.now(), shown)
  }

  return {
    async verify(request) {
      const challenge = await refuseWithoutAttempts(request)
      // Limits the costly decryption, not the guesses: attempts limit those.
      if (!(await isWithinLimit(db, { key: `code-read:${request.reference}`, ...SUBJECT_LIMITS.codeReading })))
        throw new Problem('too-many-requests')
      const verdict = await guess(request, challenge, await request.readCode())
      if (verdict === 'wrong') throw new Problem('wrong-code')
      if (verdict === 'no-guess') throw new Problem('code-guesses-spent')
      if (verdict !== 'no-attempt') return verdict
      // Another tab may have used the code a moment ago; then the error is not a lock.
      await refuseWithoutAttempts(request)
      throw new Problem('code-attempts-spent')
    },
    consume: (proof, binding) => look(store.takeProof, binding, proof),
    isProven: (proof, binding) => look(store.hasProof, binding, proof),
    hasProven: (binding) => look(store.hasProof, binding, null),
    async provenNumber({ purpose, visit }) {
      return visit.hasPreviousCookie ? null : store.lastProven(db, { purpose, visitId: visit.id }, clock.now())
    },
    spendProven: (binding) => look(store.takeProof, binding, null),
  }
}
