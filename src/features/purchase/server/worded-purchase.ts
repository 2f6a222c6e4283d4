import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { Language } from '#shared/language.ts'
import type { QueryData } from '../contract.ts'

export type BundleNames = Pick<Catalogue, 'knownName'>

/** GEN-10: the product's name follows the visitor's language; a product no longer in the catalogue keeps its stored name. */
export function wordedPurchase(queryData: QueryData, language: Language, names: BundleNames): QueryData {
  const name = queryData.productCode === null ? null : names.knownName(queryData.productCode, language)
  if (name === null) return queryData
  const { bundleInfo } = queryData
  return { ...queryData, description: name, bundleInfo: bundleInfo && { ...bundleInfo, description: name } }
}
