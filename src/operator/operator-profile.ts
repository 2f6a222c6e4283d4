import { type Static, type TProperties, Type } from 'typebox'
import { Value } from 'typebox/value'

/** A misspelt field must not pass for an absent one. */
const closed = <Properties extends TProperties>(properties: Properties) => Type.Object(properties, { additionalProperties: false })

const Path = Type.String({ pattern: '^(/[A-Za-z0-9._~-]+)+$' })
const HeaderName = Type.String({ pattern: '^[A-Za-z0-9-]+$' })
const AttributePath = Type.String({ pattern: '^[A-Za-z]+(\\.[A-Za-z]+)*$' })
const LineType = Type.Enum(['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND'])

const Authentication = Type.Union([
  closed({
    kind: Type.Literal('oauth2'),
    tokenPath: Path,
    clientAuthentication: Type.Enum(['basic', 'post']),
    scope: Type.Optional(Type.String()),
  }),
  closed({ kind: Type.Literal('api-key'), header: HeaderName }),
  closed({ kind: Type.Literal('none') }),
])

const LineTypeSource = Type.Union([
  closed({ kind: Type.Literal('characteristic'), name: Type.String({ minLength: 1 }) }),
  closed({
    kind: Type.Literal('call'),
    path: Path,
    parameter: Type.String({ minLength: 1 }),
    /** Where the type stands in the answer; the first field that is there counts. */
    fields: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  }),
])

/**
 * How one operator deviates from the official documents (docs/protocols/tmforum.md): data, so that another operator is a file
 * and not a change of code.
 */
export const OperatorProfile = closed({
  name: Type.String({ minLength: 1 }),
  authentication: Authentication,
  /** Sent with every call. */
  headers: Type.Record(HeaderName, Type.String()),
  correlationHeader: HeaderName,
  reference: closed({
    /** Carries our reference on writes, beside the fields of the documents, where the operator wants it there. */
    header: Type.Union([HeaderName, Type.Null()]),
    shortest: Type.Integer({ minimum: 1, maximum: 20 }),
    /** A write with a reference that the operator has is answered as the first one and not done again. */
    isRepeatHarmless: Type.Boolean(),
    /** Where it stands in what the operator keeps. */
    attributes: closed({ '622': AttributePath, '654': AttributePath, '676': AttributePath }),
  }),
  channel: Type.String({ minLength: 1 }),
  /** By TM Forum number, below the address of the operator. */
  paths: closed({ '620': Path, '622': Path, '637': Path, '654': Path, '666': Path, '676': Path, '678': Path, '699': Path }),
  msisdn: closed({ format: Type.Enum(['227x', '+227x', 'national']), productFilter: AttributePath, bucketFilter: AttributePath }),
  lineType: closed({ source: LineTypeSource, map: Type.Record(Type.String(), LineType) }),
  buckets: closed({
    remainingField: Type.Enum(['remainingValue', 'remainedAmount']),
    /** 654 asks for the account of a purse on every change and need not name it in the bucket: the number stands for it, or nothing is sent. */
    accountWhenUnnamed: Type.Enum(['number', 'refuse']),
  }),
  balanceWrites: closed({
    /** `reason` always carries our reference; some operators look for duplicates in `paymentMethod.id`. */
    referenceInPaymentMethod: Type.Boolean(),
    /** How a call whose answer did not come is found again: by a filter on the reference, or in the history of the line. */
    findBy: Type.Enum(['reference', 'history']),
    /** Filter for the line in its history and among its reservations. */
    lineFilter: AttributePath,
  }),
  catalogue: closed({
    categoryFrom: Type.Enum(['id', 'name']),
    /** States in which customers can buy an offer. By the document that is Launched; Active means tested and not yet sold. */
    soldStates: Type.Array(Type.Enum(['Launched', 'Active']), { minItems: 1 }),
    pageSize: Type.Integer({ minimum: 1, maximum: 1000 }),
    /** Words in the characteristic `serviceType` that mean nothing special: such an offer is sold on every shelf. */
    ordinaryServiceTypes: Type.Array(Type.String()),
  }),
  /** HUB-4: in no standard; null where the operator tells no rates. */
  exchangeRate: Type.Union([
    closed({
      path: Path,
      parameters: closed({ from: Type.String({ minLength: 1 }), to: Type.String({ minLength: 1 }) }),
      /** Where the rate stands in the answer. */
      field: Type.String({ minLength: 1 }),
    }),
    Type.Null(),
  ]),
  /** Refusals of an account with words for the visitor, whatever their HTTP status. */
  accountRefusalCodes: Type.Array(Type.String()),
})
export type OperatorProfile = Static<typeof OperatorProfile>

export type TmforumSystem = keyof OperatorProfile['paths']

/** One wrong profile, in one sentence a person can act on. */
export class ProfileProblem extends Error {}

export function checkProfile(value: unknown): OperatorProfile {
  if (Value.Check(OperatorProfile, value)) return value
  const [first] = Value.Errors(OperatorProfile, value)
  const name = typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : 'without a name'
  throw new ProfileProblem(`operator profile '${name}': ${first?.instancePath || 'the profile'} ${first?.message ?? 'is wrong'}`)
}
