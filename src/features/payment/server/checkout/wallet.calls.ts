import { isEmail } from '#shared/email.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { initiateWithPin, processWithPin, readPayerBalance } from '../../contract.ts'
import type { SecretEntry } from '../../engine/enter-secret.ts'
import type { Attempt } from '../../engine/records.ts'
import { connectorFor } from '../methods/connector-for.ts'
import type { Begun, PaymentService } from './payment-service.ts'

/** MM-1, MM-3, SC-1, AIR-1: calls that require a payer proven by a one-time code. */
export function walletCalls(service: PaymentService): Served[] {
  return [
    serve(initiateWithPin, async ({ txnId, amount, emailId, paymentMode, paymentMobile: payer }, visitor) => {
      if (emailId !== undefined && !isEmail(emailId)) throw new Problem('bad-request', 'not an e-mail address')
      const visit = await visitor.visit()
      const { bearer: proof, language, origin } = visitor
      const { transactionId } = await service.initiate(visit, {
        purchaseId: txnId,
        amount,
        emailId: emailId ?? null,
        language,
        origin,
        payer: { msisdn: payer, proof },
      })
      const connector = connectorFor(paymentMode, undefined)
      const beginning = await service.pay(visit, { transactionId, connector, payer, proof, caller: await visitor.caller() })
      return success({ transactionId, ...keyOf(beginning) })
    }),
    serve(processWithPin, async ({ transactionId, paymentMode, paymentMobile: payer, amPin, keyId }, visitor) => {
      const entry = await service.enterPin(await visitor.visit(), {
        transactionId,
        connector: connectorFor(paymentMode, undefined),
        payer,
        proof: visitor.bearer,
        secret: { kid: keyId, ciphertext: amPin },
      })
      return success({ transactionId, status: wordOf(entry, paymentMode) })
    }),
    serve(readPayerBalance, async ({ tid, paymentMobile: payer }, visitor) =>
      success(await service.readAirtime(await visitor.visit(), { transactionId: tid, payer })),
    ),
  ]
}

/** The wallet's key; none when the transaction needs no PIN any more, or another PIN is being processed. */
function keyOf(beginning: Begun) {
  if (beginning.kind === 'being-confirmed') throw new Problem('payment-being-confirmed')
  if (beginning.kind === 'too-late') throw new Problem('no-pending-payment')
  if (beginning.kind === 'already-paid') return { encryptionKeyDetails: null, attemptsLeft: 0 }
  const { action, reason, ref } = beginning.attempt
  if (action?.type !== 'enter-pin') throw refusalOf(reason)
  const { key, digits, attemptsLeft } = action
  return { encryptionKeyDetails: { key: key.spki, keyId: key.kid, label: ref, digits }, attemptsLeft }
}

function wordOf(entry: SecretEntry, paymentMode: string): string {
  switch (entry.kind) {
    case 'taken':
      return 'REQUEST_RAISED'
    // The status page polls, and shows the outcome.
    case 'being-confirmed':
      return 'REQUEST_REGISTERED'
    case 'wrong': {
      const kind = connectorFor(paymentMode, undefined) === 'smartcash' ? 'wrong-pin-smartcash' : 'wrong-pin'
      throw new Problem(kind, kind, entry.attemptsLeft === null ? {} : { attemptsLeft: entry.attemptsLeft })
    }
    case 'ended':
      if (entry.attempt.reason === 'pin_locked') throw new Problem('wallet-locked')
      return 'FAILED'
    case 'not-sent':
      throw new Problem('method-unavailable')
    case 'not-awaited':
      throw new Problem('no-pending-payment')
  }
}

function refusalOf(reason: Attempt['reason']): Problem {
  return new Problem(reason === 'pin_locked' ? 'wallet-locked' : 'method-unavailable')
}
