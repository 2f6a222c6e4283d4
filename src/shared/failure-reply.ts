import { Type } from 'typebox'

/** A separate file: objects created at load time would otherwise be sent to every phone. */
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
    puzzle: Type.Optional(
      Type.Object(
        { challenge: Type.String(), parts: Type.Integer(), bits: Type.Integer() },
        {
          description:
            'With `puzzle-needed`: for each part from 0 a number n so that SHA-256 of `challenge:part:n` begins with so many zero bits; ' +
            'the call is repeated with the header `x-puzzle: challenge:n,n,…`',
        },
      ),
    ),
  },
  { $id: 'FailureReply' },
)
