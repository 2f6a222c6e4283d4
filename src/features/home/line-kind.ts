import type { LineType } from '#features/line/contract.ts'
import { fittingPage, KIND_OF_PAGE } from '#features/line/rules.ts'

/** STATE-1: the kind of a line on the home page, null for an unassigned number; the specification's widget types follow from it. */
export type LineKind = (typeof KIND_OF_PAGE)[keyof typeof KIND_OF_PAGE]

export function kindOf(lineType: LineType): LineKind | null {
  const page = fittingPage(lineType)
  return page && KIND_OF_PAGE[page]
}
