import { hasMoneyMoved } from '#features/payment/bought-kind.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Database } from '#server/database/database.ts'
import { qrCode, type QrCode } from '#server/qr-code.ts'
import type { ShortSigner } from '#server/security/short-signer.ts'
import type { Language } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import type { CheckedReceipt } from '../contract.ts'
import { checkPath, receiptCodeIn, SIGNATURE_LETTERS } from '../rules.ts'

export type Receipts = {
  codeOf(transactionId: string, language: Language): Promise<{ address: string; code: QrCode }>
  check(code: string, asking: { caller: Caller; language: Language }): Promise<Checked>
}
type Checked = { state: 'genuine'; receipt: CheckedReceipt } | { state: 'cut' | 'foreign'; receipt: null }

export type ReceiptParts = {
  db: Database
  rateLimiter: RateLimiter
  signatures: ShortSigner
  publicOrigin: string
  /** Reads a payment without a visit, masked. */
  readAsStranger: (transactionId: string, language: Language) => Promise<TransactionDetails | null>
}

const PURPOSE = 'receipt'

/** RCPT-3, RCPT-4: the code is the reference with its signature. Nothing is stored for it, so old paper can still be checked. */
export function createReceipts({ db, rateLimiter, signatures, publicOrigin, readAsStranger }: ReceiptParts): Receipts {
  return {
    async codeOf(transactionId, language) {
      const details = await readAsStranger(transactionId, language)
      if (!details || !hasMoneyMoved(details.money)) throw new Problem('not-found', 'no receipt')
      const { refTransactionId: reference } = details
      const address = `${publicOrigin}${checkPath(reference + signatures.sign(PURPOSE, reference, SIGNATURE_LETTERS))}`
      return { address, code: qrCode(address) }
    },

    async check(code, { caller, language }) {
      const parsed = receiptCodeIn(code)
      if (!parsed || !signatures.isSigned(PURPOSE, parsed.reference, parsed.signature)) {
        await rateLimiter.consume('linkGuesses', caller)
        return { state: parsed ? 'foreign' : 'cut', receipt: null }
      }
      const row = await db.selectFrom('pay_order').select('id').where('reference', '=', parsed.reference).executeTakeFirst()
      const details = row && (await readAsStranger(row.id, language))
      // Signed, but not in the database: after the restore of a backup, or with a leaked signature.
      if (!details || !hasMoneyMoved(details.money)) return { state: 'foreign', receipt: null }
      const { amount, currencyCode, msisdn: number, transactionType, status, money, steps } = details
      return {
        state: 'genuine',
        receipt: { reference: parsed.reference, amount, currencyCode, at: steps[0]?.at ?? null, number, transactionType, status, money },
      }
    },
  }
}
