import type { Static, TSchema } from 'typebox'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { good, UNAVAILABLE } from '../answers.ts'
import type { TmforumSystem } from '../operator-profile.ts'
import { valuesAt } from './shapes.ts'
import type { TmforumClient } from './tmforum-client.ts'

type FilteredRead = {
  system: TmforumSystem
  path: string
  filter: { path: string; value: string }
  signal?: AbortSignal | undefined
}

/**
 * The results of a filter. No document declares the filters, so a server may ignore one it does not know and send all customers' resources:
 * a resource that names another value is dropped. By the documents a resource need not name the value at all. Such a one is accepted only
 * when a control query proves that the server applies the filter (docs/decisions/0052-what-a-filter-proves.md). When nothing is left, the
 * response proves nothing and is not trusted.
 */
export async function readFiltered<Shape extends TSchema>(
  client: TmforumClient,
  { system, path, filter, signal }: FilteredRead,
  shape: Shape,
): Promise<OperatorResult<Static<Shape>[]>> {
  const answer = await client.readAll({ system, path, query: { [filter.path]: filter.value }, signal }, shape)
  if (!answer.ok || answer.value.length === 0) return answer
  const read = answer.value.map((resource) => ({ resource, values: valuesAt(resource, filter.path) }))
  const namesNone = ({ values }: (typeof read)[number]) => values.length === 0
  const namesOurs = ({ values }: (typeof read)[number]) => values.includes(filter.value)
  const isAllOurs = read.every((one) => namesNone(one) || namesOurs(one))
  const isProven = isAllOurs && read.some(namesNone) && (await looksAtFilter())
  const believed = read.filter((one) => namesOurs(one) || (isProven && namesNone(one)))
  if (believed.length > 0) return good(believed.map(({ resource }) => resource))
  client.log.warn({ system, filter: filter.path }, 'the operator ignores a filter')
  return UNAVAILABLE

  async function looksAtFilter(): Promise<boolean> {
    const unmatched = unmatchableValue(filter.value)
    return unmatched !== filter.value && client.holdsNothing({ system, path, query: { [filter.path]: unmatched }, signal })
  }
}

/** An unmatchable value in the same format: a server that returns resources for it ignores the filter. */
export function unmatchableValue(value: string): string {
  return value.replace(/[0-9A-Za-z]/g, '0')
}
