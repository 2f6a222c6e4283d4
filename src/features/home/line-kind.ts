import type { LineType } from '#features/line/contract.ts'
import { fittingPage, KIND_OF_PAGE } from '#features/line/rules.ts'

/** STATE-1: what a line is to the home page, and null for a number that is nobody's; the specification's widget types follow from the line. */
export type LineKind = (typeof KIND_OF_PAGE)[keyof typeof KIND_OF_PAGE]

export function kindOf(lineType: LineType): LineKind | null {
  const page = fittingPage(lineType)
  return page && KIND_OF_PAGE[page]
}
