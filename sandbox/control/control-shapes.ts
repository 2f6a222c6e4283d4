import { type Static, Type } from 'typebox'
import { DIALECTS } from '../simulators/dialects.ts'
import { SIMULATOR_NAMES } from '../simulators/simulator-names.ts'

const Milliseconds = Type.Integer({ minimum: 0, maximum: 24 * 60 * 60 * 1000 })
const closed = { additionalProperties: false }

export const FaultBody = Type.Object(
  {
    face: Type.Union(SIMULATOR_NAMES.map((name) => Type.Literal(name))),
    operation: Type.Optional(Type.String({ minLength: 1 })),
    match: Type.Optional(Type.Record(Type.String(), Type.String())),
    times: Type.Optional(Type.Integer({ minimum: 1 })),
    do: Type.Object(
      {
        delayMs: Type.Optional(Milliseconds),
        dropAnswer: Type.Optional(Type.Boolean()),
        dropRequest: Type.Optional(Type.Boolean()),
        status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
        body: Type.Optional(Type.Unknown()),
        contentType: Type.Optional(Type.String()),
        noticeFirst: Type.Optional(Type.Boolean()),
        duplicateNotices: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
        noNotice: Type.Optional(Type.Boolean()),
        lateMs: Type.Optional(Milliseconds),
      },
      closed,
    ),
  },
  closed,
)
export type FaultBody = Static<typeof FaultBody>

export const FaultQuery = Type.Object({ face: Type.Optional(Type.Union(SIMULATOR_NAMES.map((name) => Type.Literal(name)))) }, closed)

export const DialectBody = Type.Object(
  {
    face: Type.Union(SIMULATOR_NAMES.map((name) => Type.Literal(name))),
    dialect: Type.Union(DIALECTS.map((name) => Type.Literal(name))),
  },
  closed,
)

export const AnswerBody = Type.Union([
  Type.Object({ answer: Type.Literal('accept'), pin: Type.Optional(Type.String()) }, closed),
  Type.Object({ answer: Type.Literal('decline'), pin: Type.Optional(Type.String()) }, closed),
])

export const AddressBody = Type.Object({ address: Type.String({ pattern: '^https?://[^ ]+$' }) }, closed)

/** A payment in a shop: for one bill, or for the oldest open ones. */
export const ShopPaymentBody = Type.Object(
  { accountNo: Type.String(), billNo: Type.Optional(Type.String()), amount: Type.Optional(Type.Number({ exclusiveMinimum: 0 })) },
  closed,
)

export const TimeBody = Type.Object({ advance: Type.String() }, closed)
