import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

const ACCOUNT_TEXTS = [
  'fixedAccountLabel',
  'fixedAccountHint',
  'emailLabel',
  'emailHint',
  'showBills',
  'accountRequired',
  'invalidAccount',
  'emailRequired',
  'invalidEmail',
] as const

/** What the form says; the bills below it are the server's. */
export const accountTexts = (texts: ContentPackages['bill-translation']) => pickTexts(texts, ACCOUNT_TEXTS)
export type AccountTexts = ReturnType<typeof accountTexts>
