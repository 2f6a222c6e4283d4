import { lineTexts } from '#features/line/portal/line-texts.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

const BILL_TEXTS = [
  'accountRequired',
  'invalidAccount',
  'makePayment',
  'fetchBill',
  'fetchBillHint',
  'close',
  'fetchByCode',
  'fetchByCodeLead',
  'fetchByAccount',
  'fetchByAccountLead',
  'sendCode',
  'postpaidAccountLabel',
  'postpaidAccountHint',
  'getOutstanding',
  'outstanding',
  'rounded',
  'notRounded',
  'nothingOutstanding',
  'nothingOutstandingText',
] as const

const AMOUNT_TEXTS = [
  'numberLabel',
  'amountLabel',
  'amountHint',
  'amountRequired',
  'amountDigits',
  'minimumAmount',
  'maximumAmount',
] as const

/** Texts of the form and its dialog: fixed internet has its own texts in the same package. */
export const billTexts = (texts: ContentPackages['bill-translation']) => pickTexts(texts, BILL_TEXTS)
export type BillTexts = ReturnType<typeof billTexts>

export const numberTexts = (texts: ContentPackages['recharge-translation']) => ({ ...lineTexts(texts), ...pickTexts(texts, AMOUNT_TEXTS) })
export type NumberTexts = ReturnType<typeof numberTexts>
