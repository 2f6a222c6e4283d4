import { type TSchema, Type } from 'typebox'

/** API-1: a success says so twice, because callers in the field look at either. */
export function reply<Result extends TSchema>(result: Result) {
  return Type.Object({ status: Type.Literal('success'), statusCode: Type.Literal(200), result })
}

export function success<Result>(result: Result) {
  return { status: 'success' as const, statusCode: 200 as const, result }
}

export const FailureReply = Type.Object(
  {
    status: Type.Literal('failure'),
    statusCode: Type.Union([Type.Integer(), Type.String()], {
      description: 'The code of the specification, for example 2003, else the HTTP status',
    }),
    code: Type.String({ description: 'Stable name of the problem, for programs' }),
    message: Type.String({ description: 'A sentence for the visitor, in the language of the `lang` header' }),
    requestId: Type.String(),
    attemptsLeft: Type.Optional(Type.Integer({ description: 'How many more PINs the wallet takes' })),
  },
  { $id: 'FailureReply' },
)

export type Failure = {
  status: 'failure'
  statusCode: number | string
  code: string
  message: string
  requestId: string
  attemptsLeft?: number
}

export function isFailure(answer: object): answer is Failure {
  return 'status' in answer && answer.status === 'failure'
}
