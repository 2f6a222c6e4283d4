import type { FastifyPluginAsync } from 'fastify'
import { hasMoneyMoved } from '#features/payment/bought-kind.ts'
import { paperOf } from '#features/receipt/portal/paper-words.ts'
import { receiptCalls } from '#features/receipt/server/receipt.calls.ts'
import { receiptPdf } from '#features/receipt/server/receipt-pdf.ts'
import { receiptRoutes, type PdfMaker } from '#features/receipt/server/receipt.routes.ts'
import { openReceipts } from '#features/receipt/server/receipts.ts'
import { isPackageName } from '#features/site-content/package-names.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { Served } from '#server/calls/serve.ts'
import type { Visitors } from '#server/calls/visitor.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import { openLetterSignatures } from '#server/security/letter-signatures.ts'
import type { Settings } from '#settings/settings.ts'
import type { JoinedPayment } from './payment-parts.ts'

type Parts = {
  settings: Settings
  db: Database
  clock: Clock
  budgets: Budgets
  content: Pick<SiteContent, 'read'>
  payment: Pick<JoinedPayment, 'calls' | 'routes' | 'readDetails'>
  visitors: Pick<Visitors, 'of'>
}

/** Payments with their receipts, and the PDF with the words of the page. */
export function joinReceipts({ settings, db, clock, budgets, content, payment, visitors }: Parts): {
  calls: Served[]
  routes: FastifyPluginAsync[]
} {
  const receipts = openReceipts({
    db,
    budgets,
    signatures: openLetterSignatures(settings),
    publicOrigin: settings.publicUrl.origin,
    readAsStranger: (transactionId, language) => payment.readDetails({ transactionId, language }, null),
  })

  const makePdf: PdfMaker = async (transactionId, request, reply) => {
    const visitor = visitors.of(request, reply, { call: 'readTransaction', isDirect: true, bearer: undefined })
    const { language } = visitor
    await budgets.spend('receipts', await visitor.asker())
    const details = await payment.readDetails({ transactionId, language }, await visitor.visit())
    if (!details || !hasMoneyMoved(details.money)) return null
    const source = { content: async (name: string) => (isPackageName(name) ? content.read(name, language) : {}) }
    const [texts, receipt, { address, code }] = await Promise.all([
      readContent(source, 'payment-translation'),
      readContent(source, 'receipt-translation'),
      receipts.codeOf(transactionId, language),
    ])
    const paper = paperOf(details, { payment: texts, receipt }, { address, language })
    return { pdf: await receiptPdf(paper, { code, language, madeAt: clock.now() }), reference: paper.reference.value }
  }

  return { calls: [...payment.calls, ...receiptCalls(receipts)], routes: [...payment.routes, receiptRoutes(makePdf)] }
}
