import { COUNTRY_CODE } from '../demo-identities.ts'
import type { Line } from '../world/lines.ts'
import { nationalNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { textOf, type Query } from './collection-query.ts'

/** As the operator's systems write a number: 22790000001. */
export function internationalNumber(msisdn: string): string {
  return `${COUNTRY_CODE}${msisdn}`
}

export function lineOf(world: World, text: string | undefined): Line | undefined {
  return world.lines.find(nationalNumber(text ?? '') ?? '')
}

/** The line that a list is filtered by under one of these attributes, or all lines. */
export function askedLines(world: World, query: Query, attributes: readonly string[]): Line[] {
  const asked = attributes.map((attribute) => textOf(query, attribute)).find((text) => text !== undefined)
  if (asked === undefined) return world.lines.all()
  const line = lineOf(world, asked)
  return line ? [line] : []
}
