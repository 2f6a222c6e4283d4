import { type Static, Type } from 'typebox'
import type { Benefit, OperatorBundle } from '#features/bundles/server/operator-catalogue.ts'
import { readMajor, type Money as Price } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import type { OperatorProfile } from '../operator-profile.ts'
import { lineTypeOf } from './line.messages.ts'
import { Id, idOf, Money, NAMED, Period, readDate, SAYS_UNLIMITED, wordOf } from './shapes.ts'

/** An offer embeds `price.taxIncludedAmount`; the price resource itself has `price.value`. A reference has neither. */
export const OfferingPrice = Type.Object({
  ...NAMED,
  priceType: Type.Optional(Type.String()),
  price: Type.Optional(
    Type.Object({ taxIncludedAmount: Type.Optional(Money), unit: Type.Optional(Type.String()), value: Type.Optional(Type.Number()) }),
  ),
})
export type OfferingPrice = Static<typeof OfferingPrice>

const NamedReference = Type.Object({ id: Type.Optional(Id), name: Type.Optional(Type.String()) })

/** 620: only the fields we read. */
export const ProductOffering = Type.Object({
  ...NAMED,
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  lifecycleStatus: Type.Optional(Type.String()),
  isSellable: Type.Optional(Type.Boolean()),
  validFor: Type.Optional(Period),
  category: Type.Optional(Type.Array(NamedReference)),
  marketSegment: Type.Optional(Type.Array(NamedReference)),
  productOfferingPrice: Type.Optional(Type.Array(OfferingPrice)),
  prodSpecCharValueUse: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String()),
        productSpecCharacteristicValue: Type.Optional(
          Type.Array(Type.Object({ value: Type.Optional(Type.Unknown()), unitOfMeasure: Type.Optional(Type.String()) })),
        ),
      }),
    ),
  ),
  productOfferingTerm: Type.Optional(
    Type.Array(
      Type.Object({
        duration: Type.Optional(Type.Object({ amount: Type.Optional(Type.Number()), units: Type.Optional(Type.String()) })),
      }),
    ),
  ),
})
export type ProductOffering = Static<typeof ProductOffering>

export function isOnSale(offering: ProductOffering, soldStates: readonly string[], now: Date): boolean {
  const state = wordOf(offering.lifecycleStatus)
  const { startDateTime, endDateTime } = offering.validFor ?? {}
  const start = readDate(startDateTime)
  const end = readDate(endDateTime)
  const isCurrent = (start === null || start <= now) && (end === null || now <= end)
  return soldStates.some((sold) => sold.toLowerCase() === state) && offering.isSellable !== false && isCurrent
}

/** The price a visitor pays once; a recurring one only when there is no other. */
export function priceEntryOf({ productOfferingPrice = [] }: ProductOffering): OfferingPrice | null {
  const isPaidOnce = ({ priceType }: OfferingPrice) => priceType === undefined || wordOf(priceType).replace(/[^a-z]/g, '') === 'onetime'
  return productOfferingPrice.find(isPaidOnce) ?? productOfferingPrice[0] ?? null
}

/** Null when the price is a reference only, in another currency, or has more decimals than its currency. */
export function priceOf({ price }: OfferingPrice): Price | null {
  const { unit, value } = price?.taxIncludedAmount ?? { unit: price?.unit, value: price?.value }
  return value !== undefined && (unit === undefined || unit === MONEY.prices) ? readMajor(value) : null
}

/** A price that is a separate resource: the offer contains only its name. */
export function isOnlyNamed({ price }: OfferingPrice): boolean {
  return price?.taxIncludedAmount?.value === undefined && price?.value === undefined
}

/** Maps one offer to a bundle; null when it lacks what a visitor must know before paying. */
export function bundleOf(offering: ProductOffering, price: Price, profile: OperatorProfile): OperatorBundle | null {
  const productCode = idOf(offering)
  const category = offering.category?.[0]
  const validity = validityOf(offering)
  const serviceType = textOf(offering, 'serviceType')
  if (productCode === null || !category || !validity) return null
  const word = profile.catalogue.categoryFrom === 'name' ? (category.name ?? category.id) : (category.id ?? category.name)
  return {
    productCode,
    category: categoryOf(String(word ?? '').trim()),
    name: offering.name ?? productCode,
    description: offering.description ?? '',
    english: englishOf(offering),
    data: benefitOf(offering, 'data'),
    voice: benefitOf(offering, 'voice'),
    sms: smsOf(benefitOf(offering, 'sms')),
    validity,
    periodType: textOf(offering, 'periodType'),
    price,
    lineTypes: lineTypesOf(offering, profile),
    serviceType: serviceType !== null && profile.catalogue.ordinaryServiceTypes.includes(serviceType) ? null : serviceType,
  }
}

/** The catalogue is in the operator's language; a translation is an extra characteristic. */
function englishOf(offering: ProductOffering): OperatorBundle['english'] {
  const name = textOf(offering, 'name_en')
  return name === null ? null : { name, description: textOf(offering, 'description_en') ?? '' }
}

/** Words that match our tabs are normalised; others are shown as the operator writes them. */
const KNOWN_CATEGORIES = new Set(['data', 'internet', 'voice', 'sms', 'international', 'roaming'])

function categoryOf(word: string): string {
  return KNOWN_CATEGORIES.has(word.toLowerCase()) ? word.toLowerCase() : word
}

function characteristic(offering: ProductOffering, name: string): { value?: unknown; unitOfMeasure?: string }[] {
  const use = offering.prodSpecCharValueUse?.find((one) => wordOf(one.name) === wordOf(name))
  return use?.productSpecCharacteristicValue ?? []
}

type Amount = { value: number; unit: string }

/** A benefit is a number and its unit, or a word for unlimited; any other word is left to the description. */
function benefitOf(offering: ProductOffering, name: string): Benefit<Amount> {
  const [first] = characteristic(offering, name)
  if (typeof first?.value === 'string' && SAYS_UNLIMITED.test(first.value)) return 'unlimited'
  const value = typeof first?.value === 'string' && first.value.trim() !== '' ? Number(first.value) : first?.value
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? { value, unit: first?.unitOfMeasure ?? '' } : null
}

function smsOf(benefit: Benefit<Amount>): OperatorBundle['sms'] {
  return benefit === null || benefit === 'unlimited' ? benefit : benefit.value
}

function textOf(offering: ProductOffering, name: string): string | null {
  const [first] = characteristic(offering, name)
  return typeof first?.value === 'string' && first.value !== '' ? first.value : null
}

const UNITS: Record<string, { unit: 'hour' | 'day' | 'month'; times: number }> = {
  hour: { unit: 'hour', times: 1 },
  heure: { unit: 'hour', times: 1 },
  day: { unit: 'day', times: 1 },
  jour: { unit: 'day', times: 1 },
  week: { unit: 'day', times: 7 },
  semaine: { unit: 'day', times: 7 },
  month: { unit: 'month', times: 1 },
  mois: { unit: 'month', times: 1 },
  year: { unit: 'month', times: 12 },
}

/** No term, a term without an amount, or a negative one (-1) is unlimited. An unreadable term is null: 'unlimited' would be a promise. */
function validityOf({ productOfferingTerm }: ProductOffering): OperatorBundle['validity'] | null {
  const duration = productOfferingTerm?.[0]?.duration
  if (duration?.amount === undefined || duration.amount < 0) return 'unlimited'
  const word = (duration.units ?? '').trim().toLowerCase()
  const unit = UNITS[word] ?? UNITS[word.replace(/s$/, '')]
  return unit && duration.amount > 0 ? { value: duration.amount * unit.times, unit: unit.unit } : null
}

const ALL_LINE_TYPES: OperatorBundle['lineTypes'] = ['PREPAID', 'POSTPAID', 'HYBRID', 'BROADBAND']

/** By market segment, else by a characteristic; an offer that names no line is for every line. */
function lineTypesOf(offering: ProductOffering, { lineType }: OperatorProfile): OperatorBundle['lineTypes'] {
  const words = [
    ...(offering.marketSegment ?? []).flatMap(({ id, name }) => [id, name]),
    ...characteristic(offering, 'lineType').map(({ value }) => value),
  ]
  const ownWords = Object.fromEntries(ALL_LINE_TYPES.map((type) => [type, type]))
  const map = { ...ownWords, ...lineType.map }
  const named = new Set(words.map((word) => lineTypeOf(word, map)).filter((type) => type !== null))
  return named.size === 0 ? ALL_LINE_TYPES : ALL_LINE_TYPES.filter((type) => named.has(type))
}
