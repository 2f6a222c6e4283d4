import { type TSchema, Type } from 'typebox'

/** API-1: a success has two fields that say so, because existing clients check either one. */
export function reply<Result extends TSchema>(result: Result) {
  return Type.Object({ status: Type.Literal('success'), statusCode: Type.Literal(200), result })
}

export function success<Result>(result: Result) {
  return { status: 'success' as const, statusCode: 200 as const, result }
}
