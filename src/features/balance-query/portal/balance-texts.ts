import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

/** What the form for a number says; everything about a balance is the server's. */
export const numberFormTexts = (texts: ContentPackages['balance-translation']) => pickTexts(texts, ['sendCode', 'whyCode', 'routerHint'])
export type NumberFormTexts = ReturnType<typeof numberFormTexts>

export const unitTextsOf = (texts: ContentPackages['recharge-translation']) =>
  pickTexts(texts, ['unitGB', 'unitMB', 'unitMinutes', 'unitSms'])
