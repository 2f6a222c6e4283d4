import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import type { PreparedAnswer } from '../pages/prepared-answer.ts'
import type { Visitor } from './visitor.ts'

/** How long an answer may be kept on its way, and what it depends on beside its address. */
export type Caching = 'no-store' | { seconds: number; vary?: string }

/** A call and the one who answers it, whichever way it comes: by fetch, or from a page that is being made. */
export type Served = {
  contract: Endpoint
  caching: Caching
  /** Further addresses of the same call. */
  alsoAt: readonly string[]
  /** The input has passed the contract's schema. */
  handle: (input: unknown, visitor: Visitor) => Promise<object>
}

type Manner = { caching?: Caching; alsoAt?: readonly string[] }

export function serve<E extends Endpoint>(
  contract: E,
  handle: (input: InputOf<E>, visitor: Visitor) => Promise<ReplyOf<E> | PreparedAnswer>,
  { caching = 'no-store', alsoAt = [] }: Manner = {},
): Served {
  // Both ways check the input against the contract before they come here.
  return { contract, caching, alsoAt, handle: (input, visitor) => handle(input as InputOf<E>, visitor) }
}

/** The part of a request that holds the input, and its schema. */
export function inputSchemaOf({ schema }: Endpoint) {
  if (schema.body) return { part: 'body', schema: schema.body } as const
  return schema.querystring ? ({ part: 'querystring', schema: schema.querystring } as const) : null
}
