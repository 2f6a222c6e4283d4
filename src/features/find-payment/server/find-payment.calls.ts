import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served, type VisitorWithVisit } from '#server/calls/serve.ts'
import { closeProvenPayments, findByReference, listProvenPayments, makeClaim, makeClaimByDetails, readClaims } from '../contract.ts'
import type { Claims } from './claims.ts'
import type { FoundPayments } from './found-payments.ts'

async function callerOf(visitor: VisitorWithVisit) {
  return { visit: await visitor.visit(), caller: await visitor.caller(), language: visitor.language }
}

export function findPaymentCalls(payments: FoundPayments, claims: Claims): Served[] {
  return [
    serve(findByReference, async ({ reference }, visitor) => {
      const transactionId = await payments.byReference(reference, await visitor.caller())
      if (!transactionId) throw new Problem('payment-not-found')
      return success({ transactionId })
    }),
    serve(listProvenPayments, async (_input, visitor) => success(await payments.ofProven(await callerOf(visitor)))),
    serve(readClaims, async ({ transactionId }, visitor) => success(await claims.read({ transactionId, ...(await callerOf(visitor)) }))),
    serve(makeClaim, async (claim, visitor) => success(await claims.make({ ...claim, ...(await callerOf(visitor)) }))),
    serve(makeClaimByDetails, async (claim, visitor) => success(await claims.makeByDetails({ ...claim, ...(await callerOf(visitor)) }))),
    serve(closeProvenPayments, async ({ msisdn }, visitor) => {
      const visit = await visitor.visit()
      if (visit) await payments.close(msisdn, visit)
      return success({})
    }),
  ]
}
