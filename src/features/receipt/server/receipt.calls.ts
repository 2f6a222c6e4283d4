import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { checkReceipt, readReceiptCode } from '../contract.ts'
import type { Receipts } from './receipts.ts'

export function receiptCalls(receipts: Receipts): Served[] {
  return [
    serve(readReceiptCode, async ({ transactionId }, visitor) => success(await receipts.codeOf(transactionId, visitor.language))),
    serve(checkReceipt, async ({ code }, visitor) =>
      success(await receipts.check(code, { caller: await visitor.caller(), language: visitor.language })),
    ),
  ]
}
