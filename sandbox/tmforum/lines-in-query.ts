import type { Line } from '../world/lines.ts'
import { nationalNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { textOf, type Query } from './collection-query.ts'

export function lineOf(world: World, text: string | undefined): Line | undefined {
  return world.lines.find(nationalNumber(text ?? '') ?? '')
}

/** The line that one of these attributes of the query names, or all lines. */
export function linesInQuery(world: World, query: Query, attributes: readonly string[]): Line[] {
  const wanted = attributes.map((attribute) => textOf(query, attribute)).find((text) => text !== undefined)
  if (wanted === undefined) return world.lines.all()
  const line = lineOf(world, wanted)
  return line ? [line] : []
}
