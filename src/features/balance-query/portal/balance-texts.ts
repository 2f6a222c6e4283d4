import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

/** Texts of the number form; the server renders everything about a balance. */
export const numberFormTexts = (texts: ContentPackages['balance-translation']) => pickTexts(texts, ['sendCode', 'whyCode', 'routerHint'])
export type NumberFormTexts = ReturnType<typeof numberFormTexts>

export const unitTextsOf = (texts: ContentPackages['recharge-translation']) =>
  pickTexts(texts, ['unitGB', 'unitMB', 'unitMinutes', 'unitSms'])
