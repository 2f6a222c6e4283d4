import { ProviderUnavailable, type Observation, type EncryptedSecret } from '#payment-connectors/payment-connector.ts'
import { isOpen } from './attempt-states.ts'
import { observe, replaceAttempt, type NewIds } from './observe.ts'
import { addSeconds, PAYMENT_RULES } from './payment-rules.ts'
import { attemptRef, noAnswer } from './work-order.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { NoAnswer } from './apply-work.ts'
import type { Attempt, Change, PaymentState } from './records.ts'

/** The result of entering a PIN. `wrong`: the wallet counts, and reports how many tries are left. */
export type SecretEntry =
  | { kind: 'taken'; attempt: Attempt }
  | { kind: 'wrong'; attemptsLeft: number | null }
  | { kind: 'ended'; attempt: Attempt }
  /** A PIN was sent, or may have been received: another one could pay twice. */
  | { kind: 'being-confirmed' }
  /** The wallet received nothing: the PIN may be entered again. */
  | { kind: 'not-sent' }
  /** No wallet is waiting for a PIN here. */
  | { kind: 'not-awaited' }

type Claim = { kind: 'send'; attempt: Attempt } | { kind: 'being-confirmed' } | { kind: 'not-awaited' }

/** Stored before the PIN is sent, so any process that finds it later queries the outcome and never sends it again. */
export function claimSecret(state: PaymentState, kid: string, now: Date): Change & { claim: Claim } {
  // A PIN encrypted for one attempt is not sent for another, for example from a dialog left open.
  const attempt = state.attempts.findLast((each) => each.action?.type === 'enter-pin' && each.action.key.kid === kid)
  const nothing = (claim: Claim) => ({ state, events: [], claim })
  if (!attempt || !isOpen(attempt.state) || state.attempts.some((each) => each.isWinner)) return nothing({ kind: 'not-awaited' })
  if (attempt.isSecretPending) return nothing({ kind: 'being-confirmed' })
  const sent: Attempt = {
    ...attempt,
    state: 'UNKNOWN',
    secretsSent: attempt.secretsSent + 1,
    isSecretPending: true,
    nextQueryAt: addSeconds(now, PAYMENT_RULES.leaseSeconds),
  }
  return {
    state: replaceAttempt(state, sent),
    events: [
      { kind: 'secret-sent', source: 'portal', attemptId: attempt.id, from: attempt.state, to: 'UNKNOWN', code: null, amount: null },
    ],
    claim: { kind: 'send', attempt: sent },
  }
}

/** No byte was sent: the state is as before the button was pressed. */
function neverSent(state: PaymentState, attemptId: string): Change {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt?.isSecretPending || attempt.state !== 'UNKNOWN') return { state, events: [] }
  return {
    state: replaceAttempt(state, { ...attempt, state: 'WAITING', isSecretPending: false }),
    events: [{ kind: 'secret-not-sent', source: 'start', attemptId, from: 'UNKNOWN', to: 'WAITING', code: null, amount: null }],
  }
}

/** Relays an encrypted PIN to the wallet of the order's open attempt; null for an order that does not exist. */
export async function enterSecret(ports: PaymentPorts, orderId: string, secret: EncryptedSecret): Promise<SecretEntry | null> {
  const { store, now, ids } = ports
  const claimed = await store.change(orderId, (state) => {
    const { claim, ...change } = claimSecret(state, secret.kid, now())
    return { ...change, result: claim }
  })
  if (claimed?.kind !== 'send') return claimed
  const { attempt } = claimed
  const { submitSecret } = ports.connector(attempt.connector)
  const sent = submitSecret?.(ports.contextFor(attempt, 'short'), attemptRef(attempt), secret)
  const seen = await (sent ?? Promise.reject(new ProviderUnavailable(`${attempt.connector} takes no PIN`, false))).catch(noAnswer)
  const writeDown = (what: Observation | NoAnswer) =>
    store.change(orderId, (state) => {
      const change = applySecret(state, attempt.id, what, { now: now(), ids })
      return { ...change, result: entryOf(change.state, attempt.id, what) }
    })
  // A response that cannot be stored is treated as missing: the wallet is queried.
  return writeDown(seen).catch((error: unknown) => {
    ports.onFailure({ kind: 'order', id: orderId }, error)
    return writeDown({ state: 'no-answer', mayHaveArrived: true })
  })
}

function applySecret(state: PaymentState, attemptId: string, seen: Observation | NoAnswer, at: { now: Date; ids: NewIds }): Change {
  if (seen.state !== 'no-answer') return observe(state, attemptId, seen, 'start', at)
  return seen.mayHaveArrived ? { state, events: [] } : neverSent(state, attemptId)
}

function entryOf(state: PaymentState, attemptId: string, seen: Observation | NoAnswer): SecretEntry {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt) return { kind: 'not-awaited' }
  if (seen.state === 'no-answer' && !seen.mayHaveArrived) return { kind: 'not-sent' }
  if (seen.state === 'declined' && !seen.final && isOpen(attempt.state)) return { kind: 'wrong', attemptsLeft: seen.attemptsLeft ?? null }
  if (attempt.isSecretPending && isOpen(attempt.state)) return { kind: 'being-confirmed' }
  return attempt.paid ? { kind: 'taken', attempt } : { kind: 'ended', attempt }
}
