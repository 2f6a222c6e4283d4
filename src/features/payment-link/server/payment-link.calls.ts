import type { InputOf } from '#calls/define-call.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { makePaymentLink, readPaymentLink, takePaymentLink } from '../contract.ts'
import type { Goods } from './payment-link.store.ts'
import type { PaymentLinks } from './payment-links.ts'

export function paymentLinkCalls(links: PaymentLinks): Served[] {
  return [
    serve(makePaymentLink, async (body, visitor) => {
      const { language } = visitor
      return success({ link: await links.make({ goods: goodsIn(body), msisdn: body.msisdn, language, caller: await visitor.caller() }) })
    }),
    serve(readPaymentLink, async (reading, visitor) =>
      success(await links.read({ ...reading, language: visitor.language, caller: await visitor.caller() })),
    ),
    serve(takePaymentLink, async (taking, visitor) =>
      success(
        await links.take({ ...taking, language: visitor.language, caller: await visitor.caller(), visit: () => visitor.visitOrNew() }),
      ),
    ),
  ]
}

function goodsIn({ kind, amount, productCode }: InputOf<typeof makePaymentLink>): Goods {
  if (kind === 'bundle' && productCode !== undefined) return { kind, productCode }
  if (kind !== 'bundle' && amount !== undefined) return { kind, amount }
  throw new Problem('bad-request', 'the request is not complete')
}
