import type { ContentPackages } from '#features/site-content/content-packages.ts'
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

/** Texts of the form; the server renders the bills below it. */
export const accountTexts = (texts: ContentPackages['bill-translation']) => pickTexts(texts, ACCOUNT_TEXTS)
export type AccountTexts = ReturnType<typeof accountTexts>
