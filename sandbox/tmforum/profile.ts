import type { FastifyRequest } from 'fastify'
import type { Query } from './collection-query.ts'

export type Api =
  'productInventory' | 'prepayBalance' | 'productCatalogue' | 'productOrdering' | 'customerBill' | 'payment' | 'account' | 'sales'

/** The same data behind other addresses and habits: no two operators serve the standard alike. */
export type Profile = {
  name: 'standard' | 'odd'
  /** Where each API lives, most often one place. */
  bases: Record<Api, readonly string[]>
  /** The documents know only 200; the design guide answers 206 when there is more. */
  partialPageStatus: 200 | 206
  /** The catalogue's word for what customers can buy. The document says Launched; some say Active, which there means tested and not yet sold. */
  soldState: 'Launched' | 'Active'
  /** A write with a reference that was used before is answered with what it made then, and nothing is made again. */
  isRepeatHarmless: boolean
  /** Lets a request in or throws a Refusal. */
  admit(request: FastifyRequest): void
  /** The caller's own reference of what it asks for: in `field` of the body, or wherever this profile has it. */
  referenceOf(request: FastifyRequest, field: string): string
  /** The same in an answer. */
  shownReference(field: string, reference: string): Record<string, string>
  /** The reference that a list is filtered by, if any. */
  referenceAsked(query: Query, field: string): string | undefined
}
