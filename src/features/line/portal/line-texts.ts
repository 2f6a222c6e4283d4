import type { ContentPackages } from '#portal/content-packages.ts'
import { pickTexts } from '#portal/pick-texts.ts'

type RechargeTexts = ContentPackages['recharge-translation']

const LINE_TEXTS = [
  'checking',
  'numberHint',
  'phoneRequired',
  'invalidMobile',
  'linePREPAID',
  'linePOSTPAID',
  'lineHYBRID',
  'lineBROADBAND',
  'fitsPREPAID',
  'fitsPOSTPAID',
  'fitsHYBRID',
  'fitsBROADBAND',
  'couldNotCheck',
  'tryAgain',
] as const satisfies (keyof RechargeTexts)[]

/** What the field of a number says. */
export type LineTexts = Pick<RechargeTexts, (typeof LINE_TEXTS)[number]>

export const lineTexts = (texts: RechargeTexts): LineTexts => pickTexts(texts, LINE_TEXTS)
