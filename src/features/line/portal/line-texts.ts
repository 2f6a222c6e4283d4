import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { NumberWords } from '#portal/ui/fields/number-words.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

type RechargeTexts = ContentPackages['recharge-translation']

const LINE_TEXTS = [
  'checking',
  'numberHint',
  'phoneRequired',
  'invalidMobile',
  'digitMissing',
  'digitsMissing',
  'linePREPAID',
  'linePOSTPAID',
  'lineHYBRID',
  'lineBROADBAND',
  'fitsPREPAID',
  'fitsPOSTPAID',
  'fitsHYBRID',
  'fitsBROADBAND',
  'servePay',
  'serveRecharge',
  'couldNotCheck',
  'tryAgain',
] as const satisfies (keyof RechargeTexts)[]

/** What the field of a number says. */
export type LineTexts = Pick<RechargeTexts, (typeof LINE_TEXTS)[number]>

export const lineTexts = (texts: RechargeTexts): LineTexts => pickTexts(texts, LINE_TEXTS)

type NumberTexts = Pick<RechargeTexts, 'phoneRequired' | 'invalidMobile' | 'digitMissing' | 'digitsMissing'>

export function numberWords({ phoneRequired, invalidMobile, digitMissing, digitsMissing }: NumberTexts): NumberWords {
  return { required: phoneRequired, invalid: invalidMobile, digitMissing, digitsMissing }
}
