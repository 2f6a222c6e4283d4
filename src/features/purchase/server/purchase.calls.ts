import type { InputOf } from '#calls/define-call.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Caller } from '#server/limits/caller.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { choosePurchase, readPurchase } from '../contract.ts'
import { shownToPayer, shownToStrangers } from '../shown-purchase.ts'
import type { Choice, PurchaseChooser } from './choose-purchase.ts'
import { fetchedBillOf } from './fetched-bill.ts'
import { findPurchase, keepPurchase } from './purchase.store.ts'
import { wordedPurchase, type BundleNames } from './worded-purchase.ts'

type Deps = { chooser: PurchaseChooser; names: BundleNames; db: Database; clock: Clock }

export function purchaseCalls({ chooser, names, db, clock }: Deps): Served[] {
  return [
    serve(choosePurchase, async (body, visitor) => {
      const choice = choiceOf(body, await visitor.caller())
      const fetched = choice.kind === 'postpaid-bill' ? { fetched: fetchedBillOf(await visitor.visit()) } : {}
      const queryData = await chooser.choose({ ...choice, ...fetched }, visitor.language)
      const stored = await keepPurchase({ db, clock }, await visitor.visitOrNew(), queryData)
      return success({ ...stored, queryData: shownToPayer(queryData) })
    }),
    serve(readPurchase, async ({ purchaseId: asked }, visitor) => {
      const [visit, found] = await Promise.all([visitor.visit(), findPurchase(db, asked, clock.now())])
      if (!found) throw new Problem('not-found', 'no such purchase')
      const { purchaseId, visitId } = found
      const queryData = wordedPurchase(found.queryData, visitor.language, names)
      const isOwner = visit !== null && !visit.hasPreviousCookie && visitId.equals(visit.id)
      return success({ purchaseId, queryData: isOwner ? shownToPayer(queryData) : shownToStrangers(queryData) })
    }),
  ]
}

type Body = InputOf<typeof choosePurchase>

function choiceOf(body: Body, caller: Caller): Choice {
  const { kind, msisdn, amount, redirectPage } = body
  if (kind === 'invoice') return invoiceOf(body, caller)
  if (msisdn === undefined) throw new Problem('bad-request')
  if (kind === 'postpaid-bill' && amount !== undefined && redirectPage === '/postpaid-bill-pay')
    return { kind, msisdn, amount, redirectPage, caller }
  if (redirectPage !== '/prepaid-recharge' && redirectPage !== '/data-bundle' && redirectPage !== '/broadband-recharge')
    throw new Problem('bad-request')
  const common = { msisdn, redirectPage, caller } as const
  if (body.kind === 'airtime' && body.amount !== undefined && redirectPage === '/prepaid-recharge')
    return { ...common, kind: 'airtime', amount: body.amount }
  if (body.kind === 'bundle' && body.productCode !== undefined) return { ...common, kind: 'bundle', productCode: body.productCode }
  throw new Problem('bad-request', 'the choice is not complete')
}

function invoiceOf({ accountNo, email, invoiceNo, redirectPage }: Body, caller: Choice['caller']): Choice {
  if (accountNo === undefined || email === undefined || invoiceNo === undefined || redirectPage !== '/orp/fixed-internet')
    throw new Problem('bad-request', 'the choice is not complete')
  return { kind: 'invoice', accountNo, email, invoiceNo, caller }
}
