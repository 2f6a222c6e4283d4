import { type Static, Type } from 'typebox'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#shared/email.ts'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'
import { FormSchema } from '#features/dynamic-form/contract.ts'
import { LEAD_ID_PATTERN } from './lead-id.ts'

const ProductCode = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_.-]+$' })
const UniqueCode = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
const OpcoOnly = Type.Object({ opco: Type.Literal('NE') }, { additionalProperties: false })
const Nullable = <Inner extends Parameters<typeof Type.Optional>[0]>(inner: Inner) => Type.Union([inner, Type.Null()])

const City = Type.Object({ cityName: Type.String(), hbbLeadFeasibility: Type.Boolean() })
export type City = Static<typeof City>

/** API-6: the towns and whether the service can be installed there. */
export const readCityConfig = {
  ...addressOf('readCityConfig'),
  schema: {
    summary: 'Towns, and whether home broadband can be installed there',
    tags: ['content'],
    querystring: OpcoOnly,
    response: { 200: reply(Type.Object({ data: Type.Array(City) })) },
  },
} as const satisfies Endpoint

/** API-6: the form of the request in the language of the `lang` header, its towns filled in. */
export const readLeadForm = {
  ...addressOf('readLeadForm'),
  schema: {
    summary: 'The form of the home-broadband request, by language',
    tags: ['content'],
    querystring: OpcoOnly,
    response: { 200: reply(FormSchema) },
  },
} as const satisfies Endpoint

const Point = Type.Object({ latitude: Type.Number(), longitude: Type.Number(), address: Type.String() })

export const LeadDraft = Type.Object({
  productCode: Nullable(Type.String()),
  redirectUrl: Type.String(),
  values: Nullable(Type.Record(Type.String(), Type.String())),
  /** Where the typed address was found, or where the visitor put the pin. */
  point: Nullable(Point),
})
export type LeadDraft = Static<typeof LeadDraft>

/** LEAD-7: `leadId` is the number of the request that this visit sent last. */
const ReadDraft = Type.Object({ ...LeadDraft.properties, leadId: Nullable(Type.String()) })
export type ReadDraft = Static<typeof ReadDraft>

/** Ours: what this visit chose and typed so far. */
export const readLeadDraft = {
  ...addressOf('readLeadDraft'),
  schema: { summary: 'The unfinished request of this visit', tags: ['lead'], response: { 200: reply(ReadDraft) } },
} as const satisfies Endpoint

/** Ours: keeps the chosen plan for the visit, and where the visitor came from. */
export const chooseLeadPlan = {
  ...addressOf('chooseLeadPlan'),
  schema: {
    summary: 'Keeps the chosen plan for this visit',
    tags: ['lead'],
    body: Type.Object(
      { productCode: ProductCode, redirectUrl: Type.Optional(Type.String({ maxLength: 300 })) },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Object({ productCode: Type.String() })) },
  },
} as const satisfies Endpoint

const FieldProblem = Type.Union([
  Type.Literal('required'),
  Type.Literal('too-short'),
  Type.Literal('too-long'),
  Type.Literal('invalid'),
  Type.Literal('no-address'),
  Type.Literal('no-landmark'),
])

/** Ours: checks and keeps what was typed, and looks for the address (LEAD-4). */
export const saveLeadDetails = {
  ...addressOf('saveLeadDetails'),
  schema: {
    summary: 'Checks the details of a request by its form and keeps them for this visit',
    tags: ['lead'],
    body: Type.Object(
      {
        productCode: ProductCode,
        values: Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' }), Type.String({ maxLength: 600 }), {
          maxProperties: 30,
        }),
        /** Programs fill in every field, people do not see this one. */
        website: Type.String({ maxLength: 300 }),
      },
      { additionalProperties: false },
    ),
    response: {
      200: reply(
        Type.Object({
          isAccepted: Type.Boolean(),
          problems: Type.Record(Type.String(), FieldProblem),
          /** False when none of the three attempts found a place: the map is shown then. */
          isLocated: Type.Boolean(),
        }),
      ),
    },
  },
} as const satisfies Endpoint

/** Ours: where the visitor put the pin; without a point the typed address counts. */
export const saveLeadPoint = {
  ...addressOf('saveLeadPoint'),
  schema: {
    summary: 'Keeps the place of installation for this visit and says it in words',
    tags: ['lead'],
    body: Type.Object(
      {
        lat: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
        lng: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Object({ point: Nullable(Point) })) },
  },
} as const satisfies Endpoint

const leadFields = {
  fullName: Type.String({ minLength: 3, maxLength: 100 }),
  contactNumber: MobileNumberText,
  email: Type.String({ pattern: EMAIL_PATTERN, maxLength: EMAIL_MAX_LENGTH }),
  feasibility: Type.Boolean(),
  address: Type.Object(
    {
      type: Type.Literal('INSTALLATION'),
      landmark: Type.String({ maxLength: 500 }),
      lat: Nullable(Type.Number()),
      lng: Nullable(Type.Number()),
      city: Type.String({ minLength: 1, maxLength: 100 }),
      street1: Type.String({ maxLength: 500 }),
      country: Type.String({ minLength: 2, maxLength: 40 }),
    },
    { additionalProperties: false },
  ),
  plan: Type.Object(
    {
      code: ProductCode,
      amount: Type.Integer({ minimum: 1 }),
      currency: Type.Literal('XOF'),
      description: Type.String({ maxLength: 200 }),
    },
    { additionalProperties: false },
  ),
  source: Type.Literal('WEBPORTAL'),
  lineType: Type.Literal('Prepaid'),
  consent: Type.Literal(true),
}

/** A request without what a code opened: the visit that sends it has answered one. */
const LeadRequest = Type.Object(leadFields, { additionalProperties: false })
export type LeadRequest = Static<typeof LeadRequest>

/** Section 3 of the specification, word by word. */
const LeadPayload = Type.Object({ ...leadFields, uniqueCode: UniqueCode }, { additionalProperties: false })
export type LeadPayload = Static<typeof LeadPayload>

const Ending = Type.Union([Type.Literal('payable'), Type.Literal('not-available'), Type.Literal('without-id')])

const SentLead = Type.Object({
  refLeadId: Nullable(Type.String()),
  /** Ours: names the request for this visit. */
  requestId: Type.String(),
  ending: Ending,
  /** The pending payment that the server made for it; null where nothing is to be paid. */
  purchaseId: Nullable(Type.String()),
})
export type SentLead = Static<typeof SentLead>

/** API-2. The same unique code answers the same request, however often it is sent. */
export const submitLead = {
  ...addressOf('submitLead'),
  schema: { summary: 'Sends a home-broadband request', tags: ['subscriber'], body: LeadPayload, response: { 200: reply(SentLead) } },
} as const satisfies Endpoint

/** Ours: the same for the pages of a visit that answered the code, which is proof enough: they hold none. */
export const submitProvenLead = {
  ...addressOf('submitProvenLead'),
  schema: {
    summary: 'Sends a home-broadband request of a visit that has answered its code',
    tags: ['lead'],
    body: LeadRequest,
    response: { 200: reply(SentLead) },
  },
} as const satisfies Endpoint

/** Ours: how a request of this visit ended, for a page that is loaded again. */
export const readLeadEnding = {
  ...addressOf('readLeadEnding'),
  schema: {
    summary: 'How a request of this visit ended',
    tags: ['lead'],
    querystring: Type.Object({ requestId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }, { additionalProperties: false }),
    response: { 200: reply(SentLead) },
  },
} as const satisfies Endpoint

const LeadStateName = Type.Union([
  Type.Literal('received'),
  Type.Literal('in-progress'),
  Type.Literal('accepted'),
  Type.Literal('rejected'),
  Type.Literal('cancelled'),
])
export type LeadStateName = Static<typeof LeadStateName>

const Tracked = Type.Object({
  leadId: Type.String(),
  state: LeadStateName,
  since: Type.String(),
  contactNumber: Type.String({ description: 'Masked' }),
  /** Ours: whether what it costs was paid here; null where there is nothing to pay, or another system sent the request. */
  isPaid: Nullable(Type.Boolean()),
})
export type TrackedLead = Static<typeof Tracked>

const leadQuestion = { leadId: Type.String({ pattern: LEAD_ID_PATTERN }), contactNumber: MobileNumberText }

/** API-2, LEAD-7: a request by its number and its phone, for whoever answers a code sent to that phone, or sent the request. */
export const trackLead = {
  ...addressOf('trackLead'),
  schema: {
    summary: 'Where a home-broadband request stands',
    tags: ['subscriber'],
    body: Type.Object(
      {
        ...leadQuestion,
        /** Not needed by the visit that sent the request. */
        uniqueCode: Type.Optional(UniqueCode),
      },
      { additionalProperties: false },
    ),
    response: { 200: reply(Tracked) },
  },
} as const satisfies Endpoint

/** Ours: the same for the page of a visit that answered the code, which is proof enough for as long as a proof lives. */
export const trackProvenLead = {
  ...addressOf('trackProvenLead'),
  schema: {
    summary: 'Where a home-broadband request stands, for a visit that has answered its code or sent it',
    tags: ['lead'],
    body: Type.Object(leadQuestion, { additionalProperties: false }),
    response: { 200: reply(Tracked) },
  },
} as const satisfies Endpoint
