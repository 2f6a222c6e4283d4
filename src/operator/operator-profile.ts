import { type Static, type TProperties, Type } from 'typebox'
import { Value } from 'typebox/value'

/** A misspelt field must not count as an absent one. */
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
    /** Fields that contain the type in the response; the first one present is used. */
    fields: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  }),
])

/** The operator's own words of a state, each with the word of the document that it stands for. */
const words = <const Documented extends string[]>(...documented: Documented) =>
  Type.Optional(Type.Record(Type.String({ minLength: 1 }), Type.Enum(documented)))

/**
 * How one operator deviates from the official documents (docs/protocols/tmforum.md): data, so that another operator is a file
 * and not a change of code.
 */
export const OperatorProfile = closed({
  name: Type.String({ minLength: 1 }),
  authentication: Authentication,
  /** Sent with every call; `{country}` is the code of country.json. */
  headers: Type.Record(HeaderName, Type.String(), { additionalProperties: false }),
  correlationHeader: HeaderName,
  reference: closed({
    /** The header for our reference on writes, in addition to the fields of the documents, where the operator requires one. */
    header: Type.Union([HeaderName, Type.Null()]),
    shortest: Type.Integer({ minimum: 1, maximum: 20 }),
    /** A repeated write with the same reference gets the first response and is not executed again. */
    isRepeatHarmless: Type.Boolean(),
    /** Where the reference is in the operator's stored resources. */
    attributes: closed({ '622': AttributePath, '654': AttributePath, '676': AttributePath }),
  }),
  channel: Type.String({ minLength: 1 }),
  /** By TM Forum number, below the operator's base URL. */
  paths: closed({ '620': Path, '622': Path, '637': Path, '654': Path, '666': Path, '676': Path, '678': Path, '699': Path }),
  /** By TM Forum number: states that the operator names in its own words. A word in neither table ends nothing. */
  words: closed({
    '620': words('Launched', 'Active', 'Retired'),
    '622': words('completed', 'inProgress', 'partial', 'rejected', 'failed', 'cancelled'),
    '637': words('active', 'suspended', 'pendingTerminate', 'cancelled', 'terminated'),
    '654': words('completed', 'created', 'failed', 'cancelled', 'active', 'suspended', 'expired'),
    '676': words('done', 'authorized', 'failed', 'canceled'),
    '678': words('new', 'sent', 'partiallyPaid', 'settled'),
    '699': words('acknowledged', 'inProgress', 'pending', 'accepted', 'rejected', 'cancelled'),
  }),
  filters: closed({
    /** The account in products (637) and in bills (678). */
    productAccount: AttributePath,
    billAccount: AttributePath,
    /** The state of offers (620); null where the operator has no such filter, so that all are read. */
    offerState: Type.Union([AttributePath, Type.Null()]),
  }),
  /** Parameters of a page, and the header with the length of the whole list. */
  paging: closed({ offset: Type.String({ minLength: 1 }), limit: Type.String({ minLength: 1 }), totalHeader: HeaderName }),
  msisdn: closed({
    format: Type.Enum(['international', 'international-plus', 'national']),
    productFilter: AttributePath,
    bucketFilter: AttributePath,
  }),
  lineType: closed({ source: LineTypeSource, map: Type.Record(Type.String(), LineType) }),
  buckets: closed({
    remainingField: Type.Enum(['remainingValue', 'remainedAmount']),
    /**
     * 654 requires the account of a purse on every change but not in the bucket. Either the number is sent instead, or the change is
     * refused.
     */
    accountWhenUnnamed: Type.Enum(['number', 'refuse']),
  }),
  balanceWrites: closed({
    /** `reason` always carries our reference; some operators detect duplicates by `paymentMethod.id`. */
    referenceInPaymentMethod: Type.Boolean(),
    /** How a call without a response is found again: by a filter on the reference, or in the history of the line. */
    findBy: Type.Enum(['reference', 'history']),
    /** Filter for the line in its history and among its reservations. */
    lineFilter: AttributePath,
  }),
  catalogue: closed({
    categoryFrom: Type.Enum(['id', 'name']),
    /** States in which customers can buy an offer. By the document that is Launched; Active means tested and not yet sold. */
    soldStates: Type.Array(Type.Enum(['Launched', 'Active']), { minItems: 1 }),
    pageSize: Type.Integer({ minimum: 1, maximum: 1000 }),
    /** Values of the characteristic `serviceType` without a special meaning: such an offer is sold on every shelf. */
    ordinaryServiceTypes: Type.Array(Type.String()),
  }),
  /** HUB-4: in no standard; null where the operator provides no rates. */
  exchangeRate: Type.Union([
    closed({
      path: Path,
      parameters: closed({ from: Type.String({ minLength: 1 }), to: Type.String({ minLength: 1 }) }),
      /** Where the rate is in the response. */
      field: Type.String({ minLength: 1 }),
    }),
    Type.Null(),
  ]),
  /** Refusals about an account that have a text for the visitor, with any HTTP status. */
  accountRefusalCodes: Type.Array(Type.String()),
})
export type OperatorProfile = Static<typeof OperatorProfile>

export type TmforumSystem = keyof OperatorProfile['paths']

/** One error of a profile, in a sentence that an operator can act on. */
export class ProfileProblem extends Error {}

export function checkProfile(value: unknown): OperatorProfile {
  if (Value.Check(OperatorProfile, value)) return value
  const [first] = Value.Errors(OperatorProfile, value)
  const name = typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : 'without a name'
  throw new ProfileProblem(`operator profile '${name}': ${first?.instancePath || 'the profile'} ${first?.message ?? 'is wrong'}`)
}
