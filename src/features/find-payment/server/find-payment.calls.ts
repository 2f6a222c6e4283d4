import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { closeProvenPayments, findByReference, listProvenPayments } from '../contract.ts'
import type { FoundPayments } from './found-payments.ts'

export function findPaymentCalls(payments: FoundPayments): Served[] {
  return [
    serve(findByReference, async ({ reference }, visitor) => {
      const transactionId = await payments.byReference(reference, await visitor.asker())
      if (!transactionId) throw new Problem('payment-not-found')
      return success({ transactionId })
    }),
    serve(listProvenPayments, async ({ msisdn }, visitor) => {
      const visit = await visitor.visit()
      if (!visit) throw new Problem('code-user-unknown', 'no visit')
      return success(await payments.ofProven({ msisdn, visit, asker: await visitor.asker(), language: visitor.language }))
    }),
    serve(closeProvenPayments, async ({ msisdn }, visitor) => {
      const visit = await visitor.visit()
      if (visit) await payments.close(msisdn, visit)
      return success({})
    }),
  ]
}
