import type { TransactionDetails } from '#features/payment/contract.ts'
import { paperOf } from '#features/receipt/portal/paper-words.ts'
import type { ReceiptPaper } from '#features/receipt/receipt-paper.ts'
import { isPackageName } from '#features/site-content/server/shipped-packages.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { Language } from '#shared/language.ts'

type WritePaper = (details: TransactionDetails, to: { address: string; language: Language }) => Promise<ReceiptPaper>

/** A PDF has the texts of the page: only the portal half knows them. */
export function receiptPaperWriter(content: Pick<SiteContent, 'read'>): WritePaper {
  return async (details, { address, language }) => {
    const source = { content: async (name: string) => (isPackageName(name) ? content.read(name, language) : {}) }
    const [payment, receipt] = await Promise.all([readContent(source, 'payment-translation'), readContent(source, 'receipt-translation')])
    return paperOf(details, { payment, receipt }, { address, language })
  }
}
