import { hasMoneyMoved } from '#features/payment/bought-kind.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Visitors } from '#server/calls/visitor.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { createShortSigner } from '#server/security/short-signer.ts'
import type { Language } from '#shared/language.ts'
import type { ReceiptPaper } from '../receipt-paper.ts'
import { readLogo } from './pdf-logo.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { receiptCalls } from './receipt.calls.ts'
import { receiptRoutes, type PdfMaker } from './receipt.routes.ts'
import { createReceipts } from './receipts.ts'

type Deps = {
  db: Database
  clock: Clock
  rateLimiter: RateLimiter
  secret: string
  secretBefore: string | null
  publicUrl: URL
  visitors: Pick<Visitors, 'of'>
  /** STAT-4: a payment with the data that a visit may see. */
  readDetails: (asked: { transactionId: string; language: Language }, visit: Visit | null) => Promise<TransactionDetails | null>
  /** The receipt with the texts of its page. */
  writePaper: (details: TransactionDetails, to: { address: string; language: Language }) => Promise<ReceiptPaper>
}

/** Composes receipts: pages, PDFs and their check. */
export function composeReceipt({ db, clock, rateLimiter, secret, secretBefore, publicUrl, visitors, readDetails, writePaper }: Deps) {
  const receipts = createReceipts({
    db,
    rateLimiter,
    signatures: createShortSigner({ secret, secretBefore }),
    publicOrigin: publicUrl.origin,
    readAsStranger: (transactionId, language) => readDetails({ transactionId, language }, null),
  })

  const makePdf: PdfMaker = async (transactionId, request, reply) => {
    const visitor = visitors.of(request, reply, { call: 'readTransaction', isDirect: true, bearer: undefined })
    const { language } = visitor
    await rateLimiter.consume('receipts', await visitor.caller())
    const details = await readDetails({ transactionId, language }, await visitor.visit())
    if (!details || !hasMoneyMoved(details.money)) return null
    const { address, code } = await receipts.codeOf(transactionId, language)
    const paper = await writePaper(details, { address, language })
    const pdf = await receiptPdf(paper, { code, logo: await readLogo(), language, madeAt: clock.now() })
    return { pdf, reference: paper.reference.value }
  }

  return { calls: receiptCalls(receipts), routes: [receiptRoutes(makePdf)] }
}
