import type { Access, Call, InputOf, ReplyOf } from '#calls/define-call.ts'
import { Problem } from '#shared/problem.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { PreparedAnswer } from '../pages/prepared-answer.ts'
import type { Visitor } from './visitor.ts'

/** A call with its handler, for both ways of calling: by fetch, or from a page that is being rendered. */
export type Served = {
  contract: Call
  /** The input has passed the contract's schema. */
  handle: (input: unknown, visitor: Visitor) => Promise<object>
}

/** The visitor of a call that requires a visit. */
export type VisitorWithVisit = Omit<Visitor, 'visit'> & { visit(): Promise<Visit> }
type VisitorOf<C extends Call> = C['access'] extends { visitOr: string } ? VisitorWithVisit : Visitor

export function serve<C extends Call>(
  contract: C,
  handle: (input: InputOf<C>, visitor: VisitorOf<C>) => Promise<ReplyOf<C> | PreparedAnswer>,
): Served {
  return {
    contract,
    async handle(input, visitor) {
      await admit(visitor, contract.access)
      // Both ways validate the input against the contract before this point.
      return handle(input as InputOf<C>, visitor as VisitorOf<C>)
    },
  }
}

async function admit(visitor: Visitor, access: Access): Promise<void> {
  if (access === 'own-pages' && !visitor.isDeliberate) throw new Problem('foreign-origin', 'the call comes from our own pages only')
  if (typeof access === 'object' && !(await visitor.visit())) throw new Problem(access.visitOr, 'no visit')
}

/** The part of a request that contains the input, and its schema. */
export function inputSchemaOf({ schema }: Call) {
  if (schema.body) return { part: 'body', schema: schema.body } as const
  return schema.querystring ? ({ part: 'querystring', schema: schema.querystring } as const) : null
}
