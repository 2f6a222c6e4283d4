import { type TSchema, Type } from 'typebox'
import { closed } from '#shared/closed.ts'
import { FormSchema } from '../form-schema.ts'
import { ConfigData } from '../config-contract.ts'
import type { PackageName } from '../content-packages.ts'
import { SERVICES } from '../ussd-services.ts'

/** `editorLink` defines the allowed values: checked-links.ts checks every field of this name. */
const Href = Type.String({ maxLength: 300 })
const Words = Type.String({ minLength: 1, maxLength: 600 })
const Icon = Type.Union(
  ['phone', 'bars', 'bill', 'router', 'fixed', 'home', 'pin', 'shop', 'help', 'table', 'balance', 'track', 'link'].map((name) =>
    Type.Literal(name),
  ),
)

const Link = closed({ label: Words, href: Href })
const Section = closed({ heading: Words, paragraphs: Type.Array(Words, { minItems: 1, maxItems: 20 }) })

/** The shapes of the packages that are more than a list of texts. */
export const PAGE_SHAPES = {
  'website-headers-config': closed({ links: Type.Array(Link, { maxItems: 8 }) }),
  'website-footer-config': closed({ links: Type.Array(Link, { maxItems: 12 }) }),
  'website-homepage-config': closed({
    title: Words,
    lead: Words,
    /** Shown beside the number on wide screens. */
    promises: Type.Optional(Type.Array(Words, { maxItems: 4 })),
    prefill: closed({
      label: Words,
      hint: Words,
      button: Words,
      // Unused since the line is recognised; the previous version still reads it, and both share the database during an upgrade.
      typeLabel: Type.Optional(Words),
      types: Type.Optional(Type.Array(closed({ type: Words, label: Words }), { maxItems: 3 })),
    }),
    tilesHeading: Words,
    tiles: Type.Array(closed({ label: Words, hint: Words, href: Href, icon: Icon }), { minItems: 1, maxItems: 16 }),
  }),
  'help-documents': closed({ documents: Type.Array(closed({ title: Words, href: Href }), { maxItems: 40 }) }),
  'meta-data-config': closed({
    siteName: Words,
    description: Words,
    pages: Type.Record(Type.String({ pattern: '^/[A-Za-z0-9/_-]*$' }), closed({ title: Words, description: Words })),
  }),
  'privacy-policy-config': closed({ title: Words, updated: Words, sections: Type.Array(Section, { minItems: 1, maxItems: 30 }) }),
  'product-config': ConfigData,
  'contact-config': closed({
    title: Words,
    lead: Words,
    ways: Type.Array(closed({ icon: Type.Enum(['call', 'chat', 'shop']), title: Words, text: Words, action: Words, href: Href }), {
      minItems: 1,
      maxItems: 6,
    }),
    hoursTitle: Words,
    hours: Type.Array(closed({ days: Words, time: Words }), { maxItems: 10 }),
    before: closed({ title: Words, items: Type.Array(Words, { minItems: 1, maxItems: 8 }) }),
    warning: Words,
    links: Type.Array(Link, { maxItems: 6 }),
  }),
  'money-loans-config': closed({
    title: Words,
    lead: Words,
    stepsTitle: Words,
    steps: Type.Array(Words, { minItems: 1, maxItems: 10 }),
    sections: Type.Array(Section, { maxItems: 12 }),
    warning: Words,
    links: Type.Array(Link, { maxItems: 6 }),
  }),
  /** The main menu of USSD. The digit before a service is the digit to dial (*222*1#), the same in both languages. */
  'ussd-config': closed({ home: Type.Array(Type.Enum([...SERVICES]), { minItems: 1, maxItems: 9, uniqueItems: true }) }),
  'lead-status-config': closed({
    states: Type.Array(closed({ state: Words, label: Words, explanation: Words }), { minItems: 1, maxItems: 12 }),
  }),
  'hbb-lead-config': closed({
    devices_detail: closed({
      heading_image: Type.String({ maxLength: 200, pattern: '^(/[A-Za-z0-9_-]+)+\\.(svg|png|webp|avif|jpg)$' }),
      deviceName: Words,
      features: Type.Array(Words, { minItems: 1, maxItems: 10 }),
    }),
    /** In units of the operator's prices: added to the first payment of a plan. */
    connectionFee: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    /** Changes whenever the sentence of the consent box does: it is stored with every consent. */
    consentVersion: Type.String({ pattern: '^[A-Za-z0-9._-]{1,40}$' }),
  }),
  'hbb-lead-form': FormSchema,
  'city-config': closed({
    data: Type.Array(closed({ cityName: Words, hbbLeadFeasibility: Type.Boolean() }), { minItems: 1, maxItems: 300 }),
  }),
} as const satisfies Record<PagePackageName, TSchema>

/** Packages with a shape of their own; all others are flat lists of texts. */
export type PagePackageName = Exclude<PackageName, `${string}-translation`>
