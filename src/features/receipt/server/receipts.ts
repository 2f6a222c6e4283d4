import { hasMoneyMoved } from '#features/payment/bought-kind.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Database } from '#server/database/database.ts'
import { qrCode, type QrCode } from '#server/qr-code.ts'
import type { LetterSignatures } from '#server/security/letter-signatures.ts'
import type { Language } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import type { CheckedReceipt } from '../contract.ts'
import { checkPath, receiptCodeIn, SIGNATURE_LETTERS } from '../rules.ts'

export type Receipts = {
  codeOf(transactionId: string, language: Language): Promise<{ address: string; code: QrCode }>
  check(code: string, asking: { asker: Asker; language: Language }): Promise<Checked>
}
type Checked = { state: 'genuine'; receipt: CheckedReceipt } | { state: 'cut' | 'foreign'; receipt: null }

export type ReceiptParts = {
  db: Database
  budgets: Budgets
  signatures: LetterSignatures
  publicOrigin: string
  /** A payment as a stranger sees it. */
  readAsStranger: (transactionId: string, language: Language) => Promise<TransactionDetails | null>
}

const PURPOSE = 'receipt'

/** RCPT-3, RCPT-4: the code is the reference and our signature of it. Nothing is kept for it, so paper of years ago can still be checked. */
export function openReceipts({ db, budgets, signatures, publicOrigin, readAsStranger }: ReceiptParts): Receipts {
  return {
    async codeOf(transactionId, language) {
      const details = await readAsStranger(transactionId, language)
      if (!details || !hasMoneyMoved(details.money)) throw new Problem('not-found', 'no receipt')
      const { refTransactionId: reference } = details
      const address = `${publicOrigin}${checkPath(reference + signatures.sign(PURPOSE, reference, SIGNATURE_LETTERS))}`
      return { address, code: qrCode(address) }
    },

    async check(code, { asker, language }) {
      const parsed = receiptCodeIn(code)
      if (!parsed || !signatures.isSigned(PURPOSE, parsed.reference, parsed.signature)) {
        await budgets.spend('linkGuesses', asker)
        return { state: parsed ? 'foreign' : 'cut', receipt: null }
      }
      const row = await db.selectFrom('pay_order').select('id').where('reference', '=', parsed.reference).executeTakeFirst()
      const details = row && (await readAsStranger(row.id, language))
      // Signed by us, and in no book of ours: a book that was restored, or a signature that got away.
      if (!details || !hasMoneyMoved(details.money)) return { state: 'foreign', receipt: null }
      const { amount, msisdn: number, transactionType, status, money, steps } = details
      return {
        state: 'genuine',
        receipt: { reference: parsed.reference, amount, at: steps[0]?.at ?? null, number, transactionType, status, money },
      }
    },
  }
}
