import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { OwnAddresses } from '#server/own-addresses.ts'
import type { Visit, Visits } from '#server/visits.ts'
import { initiateWithPin, processWithPin, readPayerBalance } from '../contract.ts'
import type { Beginning } from '../engine/begin-attempt.ts'
import type { SecretEntry } from '../engine/enter-secret.ts'
import type { Attempt } from '../engine/records.ts'
import { connectorFor } from './connector-for.ts'
import type { PaymentService } from './payment-service.ts'

type Parts = { service: PaymentService; visits: Visits; askers: Askers; addresses: Pick<OwnAddresses, 'originOf'> }

/** MM-1, MM-3, SC-1, AIR-1: what only a payer may do who was proven by a one-time code. */
export function walletRoutes({ service, visits, askers, addresses }: Parts): FastifyPluginAsyncTypebox {
  async function visitOf(request: FastifyRequest): Promise<Visit> {
    const visit = await visits.find(request)
    if (!visit) throw new Problem('no-pending-payment')
    return visit
  }

  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
    })

    app.route({
      ...initiateWithPin,
      async handler(request) {
        const { txnId, amount, emailId, paymentMode, paymentMobile } = request.body
        if (emailId !== undefined && !isEmail(emailId)) throw new Problem('bad-request', 'not an e-mail address')
        const visit = await visitOf(request)
        const [payer, proof] = [payerOf(paymentMobile), bearerOf(request)]
        const { transactionId } = await service.initiate(visit, {
          purchaseId: txnId,
          amount,
          emailId: emailId ?? null,
          language: languageOf(request),
          origin: addresses.originOf(request.headers),
          payer: { msisdn: payer, proof },
        })
        const connector = connectorFor(paymentMode, undefined)
        const beginning = await service.pay(visit, { transactionId, connector, payer, proof, asker: await askers.of(request) })
        return success({ transactionId, ...keyOf(beginning) })
      },
    })

    app.route({
      ...processWithPin,
      async handler(request) {
        const { transactionId, paymentMode, paymentMobile, amPin, keyId } = request.body
        const entry = await service.enterPin(await visitOf(request), {
          transactionId,
          connector: connectorFor(paymentMode, undefined),
          payer: payerOf(paymentMobile),
          proof: bearerOf(request),
          secret: { kid: keyId, ciphertext: amPin },
        })
        return success({ transactionId, status: wordOf(entry, paymentMode) })
      },
    })

    app.route({
      ...readPayerBalance,
      async handler(request) {
        const { tid, paymentMobile } = request.query
        return success(await service.readAirtime(await visitOf(request), { transactionId: tid, payer: payerOf(paymentMobile) }))
      },
    })
  }
}

function payerOf(mobile: string): MobileNumber {
  if (!isMobileNumber(mobile)) throw new Problem('payer-number-invalid')
  return mobile
}

function bearerOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /, '')
}

/** The wallet's key; none when the transaction needs no PIN any more, or another one is on its way. */
function keyOf(beginning: Beginning) {
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
    // The status page goes on asking, and tells what became of it.
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
