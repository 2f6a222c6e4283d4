import type { Static, TSchema } from 'typebox'
import type { OperatorAnswer } from '#shared/operator-answer.ts'
import { good, UNAVAILABLE } from '../answers.ts'
import type { TmforumSystem } from '../operator-profile.ts'
import { valuesAt } from './shapes.ts'
import type { TmforumClient } from './tmforum-client.ts'

type FilteredRead = {
  system: TmforumSystem
  path: string
  filter: { path: string; value: string }
  /** A resource that does not name the value at all is dropped as well: for references of ours and for other people's bills. */
  isStrict?: boolean
  signal?: AbortSignal | undefined
}

/**
 * What a filter finds. No document declares the filters, so a server may ignore one it does not know and send everybody's
 * resources: what names another value is dropped, and when nothing else is left the answer says nothing and is not believed.
 */
export async function readFiltered<Shape extends TSchema>(
  client: TmforumClient,
  { system, path, filter, isStrict = false, signal }: FilteredRead,
  shape: Shape,
): Promise<OperatorAnswer<Static<Shape>[]>> {
  const answer = await client.readAll({ system, path, query: { [filter.path]: filter.value }, signal }, shape)
  if (!answer.isGood) return answer
  const matching = answer.value.filter((resource) => {
    const values = valuesAt(resource, filter.path)
    return values.includes(filter.value) || (values.length === 0 && !isStrict)
  })
  if (matching.length > 0 || answer.value.length === 0) return good(matching)
  client.log.warn({ system, filter: filter.path }, 'the operator ignores a filter')
  return UNAVAILABLE
}
