import { Type } from 'typebox'

/** A file of its own: what is made when it is loaded would otherwise go along to every phone. */
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
