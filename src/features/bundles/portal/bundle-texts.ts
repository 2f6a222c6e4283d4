import type { ContentPackages } from '#features/site-content/content-packages.ts'

type RechargeTexts = ContentPackages['recharge-translation']
type PageHeadings =
  | 'rechargeTitle'
  | 'rechargeLead'
  | 'bundleTitle'
  | 'bundleLead'
  | 'broadbandTitle'
  | 'broadbandLead'
  | 'tariffTitle'
  | 'tariffLead'
  | 'tariffNote'
  | 'chooseBundle'
type Marks = 'notSoldHere' | 'forRouters' | 'routerCategory' | 'tariffCategory'

/** Texts about numbers, amounts and bundles, without the headings of single pages. */
export type BundleTexts = Omit<RechargeTexts, PageHeadings | Marks | 'routerNumberLabel'>

const ELSEWHERE =
  /^(?:recharge(?:Title|Lead)|bundle(?:Title|Lead)|broadband(?:Title|Lead)|tariff(?:Title|Lead|Note)|chooseBundle|routerNumberLabel|routerCategory|tariffCategory|notSoldHere|forRouters)$/

/** The heaviest page carries its own texts only. */
export function bundleTextsOf(texts: RechargeTexts): BundleTexts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !ELSEWHERE.test(name))) as BundleTexts
}
