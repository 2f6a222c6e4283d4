import type { FastifyRequest } from 'fastify'
import type { Query } from './collection-query.ts'

export type Api =
  'productInventory' | 'prepayBalance' | 'productCatalogue' | 'productOrdering' | 'customerBill' | 'payment' | 'account' | 'sales'

/** A variant of the standard: addresses, authentication and reference fields differ between operators. */
export type Profile = {
  name: 'standard' | 'odd'
  /** The base addresses of each API; usually one. */
  bases: Record<Api, readonly string[]>
  /** The documents define 200 only; the design guide uses 206 for an incomplete page. */
  partialPageStatus: 200 | 206
  /** The lifecycle status of an offering on sale. The document uses Launched; some operators use Active, which there means tested only. */
  soldState: 'Launched' | 'Active'
  /** A write with a known reference returns the existing resource and creates nothing. */
  isRepeatHarmless: boolean
  /** Accepts a request or throws a Refusal. */
  admit(request: FastifyRequest): void
  /** The caller's reference of a request: in `field` of the body, or where this profile defines it. */
  referenceOf(request: FastifyRequest, field: string): string
  /** The same reference in a response. */
  shownReference(field: string, reference: string): Record<string, string>
  /** The reference that a list is filtered by, if any. */
  referenceInQuery(query: Query, field: string): string | undefined
}
