import { COUNTRY } from '#shared/operator.ts'
import { type Static, Type } from 'typebox'
import { closed } from '#shared/closed.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#shared/email.ts'
import { PriceAmount, PriceCurrency } from '#shared/money-schema.ts'
import { defineCall } from '#calls/define-call.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { FormSchema } from '#features/site-content/form-schema.ts'
import { LEAD_ID_PATTERN } from './lead-id.ts'

const ProductCode = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_.-]+$' })
const UniqueCode = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
const OpcoOnly = closed({ opco: Type.Literal(COUNTRY.code) })
const Nullable = <Inner extends Parameters<typeof Type.Optional>[0]>(inner: Inner) => Type.Union([inner, Type.Null()])

const City = Type.Object({ cityName: Type.String(), hbbLeadFeasibility: Type.Boolean() })
export type City = Static<typeof City>

/** API-6: the towns, and whether the service can be installed there. */
export const readCityConfig = defineCall({
  route: 'GET cms/webpage/city-config',
  isRepeatable: true,
  caching: { seconds: 60 },
  access: 'anyone',
  summary: 'Towns, and whether home broadband can be installed there',
  tags: ['content'],
  input: OpcoOnly,
  reply: Type.Object({ data: Type.Array(City) }),
})

/** API-6: the request form in the language of the `lang` header, with its towns. */
export const readLeadForm = defineCall({
  route: 'GET cms/webpage/form-schema',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang' },
  access: 'anyone',
  summary: 'The form of the home-broadband request, by language',
  tags: ['content'],
  input: OpcoOnly,
  reply: FormSchema,
})

const Point = Type.Object({ latitude: Type.Number(), longitude: Type.Number(), address: Type.String() })

export const LeadDraft = Type.Object({
  productCode: Nullable(Type.String()),
  redirectUrl: Type.String(),
  values: Nullable(Type.Record(Type.String(), Type.String())),
  /** The location found for the typed address, or the pin that the visitor placed. */
  point: Nullable(Point),
})
export type LeadDraft = Static<typeof LeadDraft>

/** LEAD-7: `leadId` is the operator's number of the latest request of this visit. */
const ReadDraft = Type.Object({ ...LeadDraft.properties, leadId: Nullable(Type.String()) })
export type ReadDraft = Static<typeof ReadDraft>

/** Our own call: the visit's choices and inputs so far. */
export const readLeadDraft = defineCall({
  route: 'GET lead/v1/draft',
  isRepeatable: true,
  caching: ({ leadId }) => (leadId === null ? 'no-store' : 'private'),
  access: 'anyone',
  summary: 'The unfinished request of this visit',
  tags: ['lead'],
  reply: ReadDraft,
})

/** Our own call: stores the chosen plan for the visit, and the page that the visitor came from. */
export const chooseLeadPlan = defineCall({
  route: 'POST lead/v1/plan',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Keeps the chosen plan for this visit',
  tags: ['lead'],
  input: closed({ productCode: ProductCode, redirectUrl: Type.Optional(Type.String({ maxLength: 300 })) }),
  reply: Type.Object({ productCode: Type.String() }),
})

/** The problem of a field; its message contains the field's label (FORM-2, FORM-3). */
const FieldProblem = Type.Enum(['required', 'too-short', 'too-long', 'invalid', 'no-address', 'no-landmark'])
export type FieldProblem = Static<typeof FieldProblem>

/** Our own call: checks and stores the details, and locates the address (LEAD-4). */
export const saveLeadDetails = defineCall({
  route: 'POST lead/v1/details',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Checks the details of a request by its form and keeps them for this visit',
  tags: ['lead'],
  input: closed({
    productCode: ProductCode,
    values: Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' }), Type.String({ maxLength: 600 }), {
      maxProperties: 30,
    }),
    /** A honeypot: hidden from people, filled in by bots. */
    website: Type.String({ maxLength: 300 }),
  }),
  reply: Type.Object({
    isAccepted: Type.Boolean(),
    problems: Type.Record(Type.String(), FieldProblem),
    /** False when none of the three attempts found a location; then the map is shown. */
    isLocated: Type.Boolean(),
  }),
})

/** Our own call: stores the visitor's pin; without a point the typed address applies. */
export const saveLeadPoint = defineCall({
  route: 'POST lead/v1/address',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Keeps the place of installation for this visit and says it in words',
  tags: ['lead'],
  input: closed({
    lat: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
    lng: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  }),
  reply: Type.Object({ point: Nullable(Point) }),
})

const leadFields = {
  fullName: Type.String({ minLength: 3, maxLength: 100 }),
  contactNumber: MobileNumberText,
  email: Type.String({ pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX_LENGTH }),
  feasibility: Type.Boolean(),
  address: closed({
    type: Type.Literal('INSTALLATION'),
    landmark: Type.String({ maxLength: 500 }),
    lat: Nullable(Type.Number()),
    lng: Nullable(Type.Number()),
    city: Type.String({ minLength: 1, maxLength: 100 }),
    street1: Type.String({ maxLength: 500 }),
    country: Type.String({ minLength: 2, maxLength: 40 }),
  }),
  plan: closed({
    code: ProductCode,
    amount: PriceAmount({ minimum: 1 }),
    currency: PriceCurrency,
    description: Type.String({ maxLength: 200 }),
  }),
  source: Type.Literal('WEBPORTAL'),
  lineType: Type.Literal('Prepaid'),
  consent: Type.Literal(true),
}

/** A request without a unique code: the visit that sends it has verified a code. */
const LeadRequest = closed(leadFields)
export type LeadRequest = Static<typeof LeadRequest>

/** Section 3 of the specification, verbatim. */
const LeadPayload = closed({ ...leadFields, uniqueCode: UniqueCode })
export type LeadPayload = Static<typeof LeadPayload>

/** LEAD-3: the outcome of a request for its visitor. */
const LeadEnding = Type.Enum(['payable', 'not-available', 'without-id'])
export type LeadEnding = Static<typeof LeadEnding>

const SentLead = Type.Object({
  refLeadId: Nullable(Type.String()),
  /** Our own id of the request for this visit. */
  requestId: Type.String(),
  ending: LeadEnding,
  /** The pending payment that the server created for it; null when nothing is to be paid. */
  purchaseId: Nullable(Type.String()),
})
export type SentLead = Static<typeof SentLead>

/** API-2. Repeated calls with one unique code get the same response. */
export const submitLead = defineCall({
  route: 'POST subscriber/v1/submit-lead',
  isRepeatable: false,
  caching: 'private',
  access: { visitOr: 'code-user-unknown' },
  summary: 'Sends a home-broadband request',
  tags: ['subscriber'],
  input: LeadPayload,
  reply: SentLead,
})

/** Our own call: the same for pages. Their visit has verified the code, which is proof enough, because pages hold no unique code. */
export const submitProvenLead = defineCall({
  route: 'POST lead/v1/submit-proven',
  isRepeatable: false,
  caching: 'private',
  access: { visitOr: 'code-user-unknown' },
  summary: 'Sends a home-broadband request of a visit that has answered its code',
  tags: ['lead'],
  input: LeadRequest,
  reply: SentLead,
})

/** Our own call: the outcome of a request of this visit, for reloaded pages. */
export const readLeadEnding = defineCall({
  route: 'GET lead/v1/ending',
  isRepeatable: true,
  caching: 'private',
  access: { visitOr: 'not-found' },
  summary: 'How a request of this visit ended',
  tags: ['lead'],
  input: closed({ requestId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }),
  reply: SentLead,
})

const LeadStateName = Type.Enum(['received', 'in-progress', 'accepted', 'rejected', 'cancelled'])
export type LeadStateName = Static<typeof LeadStateName>

const Tracked = Type.Object({
  leadId: Type.String(),
  state: LeadStateName,
  since: Type.String(),
  contactNumber: Type.String({ description: 'Masked' }),
  /** Our own field: whether its cost was paid here; null when nothing is to be paid, or when another system sent the request. */
  isPaid: Nullable(Type.Boolean()),
})
export type TrackedLead = Static<typeof Tracked>

const leadQuestion = { leadId: Type.String({ pattern: LEAD_ID_PATTERN }), contactNumber: MobileNumberText }

/** API-2, LEAD-7: a request by its number and phone, after a code sent to that phone or for the visit that sent the request. */
export const trackLead = defineCall({
  route: 'POST subscriber/v1/track-lead',
  isRepeatable: false,
  caching: 'private',
  access: 'anyone',
  summary: 'Where a home-broadband request stands',
  tags: ['subscriber'],
  input: closed({
    ...leadQuestion,
    /** Not needed by the visit that sent the request. */
    uniqueCode: Type.Optional(UniqueCode),
  }),
  reply: Tracked,
})

/** Our own call: the same for pages. Their visit has verified the code, which is valid for the lifetime of a proof. */
export const trackProvenLead = defineCall({
  route: 'POST lead/v1/track-proven',
  isRepeatable: true,
  caching: 'private',
  access: 'anyone',
  summary: 'Where a home-broadband request stands, for a visit that has answered its code or sent it',
  tags: ['lead'],
  input: closed(leadQuestion),
  reply: Tracked,
})
