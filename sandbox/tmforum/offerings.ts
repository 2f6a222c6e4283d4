import type { LineType } from '../demo-identities.ts'
import type { TmfRecord } from './collection-query.ts'
import { EVERY_OFFER, findOffer } from './catalogue/every-offer.ts'
import { CATEGORIES, type Offer, type Volume } from './catalogue/offer.ts'
import { hrefOf, type Mount, type Resource } from './resource.ts'
import { CURRENCY } from '../operator.ts'

const LAST_UPDATE = '2026-09-01T07:00:00.000Z'
const SOLD_FROM_TO = { startDateTime: '2026-01-01T00:00:00.000Z', endDateTime: '2030-12-31T22:59:59.000Z' }
const SEGMENT_NAMES = { PREPAID: 'Prépayé', POSTPAID: 'Postpayé', HYBRID: 'Hybride', BROADBAND: 'MiFi' } as const satisfies Record<
  LineType,
  string
>
const VAT_PERCENT = 19

/** TMF620: what is sold, its prices, its categories. */
export function catalogue(mount: Mount): Resource[] {
  return [offerings(mount), prices(mount), categories(mount)]
}

function offerings(mount: Mount): Resource {
  return {
    path: 'productOffering',
    list: { operation: 'offering.list', run: () => EVERY_OFFER.map((offer) => shownOffering(mount, offer)) },
    read: {
      operation: 'offering.read',
      run(id) {
        const offer = findOffer(id)
        return offer && shownOffering(mount, offer)
      },
    },
  }
}

function prices(mount: Mount): Resource {
  return {
    path: 'productOfferingPrice',
    list: { operation: 'price.list', run: () => EVERY_OFFER.map((offer) => shownPrice(mount, offer)) },
    read: {
      operation: 'price.read',
      run(id) {
        const offer = EVERY_OFFER.find((one) => priceId(one) === id)
        return offer && shownPrice(mount, offer)
      },
    },
  }
}

function categories(mount: Mount): Resource {
  const all = CATEGORIES.map(({ id, name, description }): TmfRecord => {
    const parts = { name, description, isRoot: true, lifecycleStatus: 'Active', lastUpdate: LAST_UPDATE, '@type': 'Category' }
    return { id, href: hrefOf(mount, 'category', id), ...parts }
  })
  return {
    path: 'category',
    list: { operation: 'category.list', run: () => all },
    read: { operation: 'category.read', run: (id) => all.find((category) => category.id === id) },
  }
}

function shownOffering(mount: Mount, offer: Offer): TmfRecord {
  const { code, name, description, validity } = offer
  return {
    id: code,
    href: hrefOf(mount, 'productOffering', code),
    name: name.fr,
    description: description.fr,
    version: '1.0',
    lastUpdate: LAST_UPDATE,
    lifecycleStatus: stateOf(mount, offer),
    isBundle: false,
    isSellable: !offer.isRetired,
    validFor: SOLD_FROM_TO,
    category: CATEGORIES.filter(({ id }) => id === offer.category).map(({ id, name }) => ({ id, name, '@referredType': 'Category' })),
    channel: [{ id: 'WEBPORTAL', name: 'Portail' }],
    marketSegment: offer.lineTypes.map((type) => ({ id: type, name: SEGMENT_NAMES[type] })),
    productSpecification: { id: offer.serviceType, name: offer.serviceType },
    productOfferingPrice: [offer.isPriceByReference ? priceReference(mount, offer) : embeddedPrice(mount, offer)],
    prodSpecCharValueUse: characteristics(offer),
    productOfferingTerm: [{ name: 'validity', duration: validity }],
    '@type': 'ProductOffering',
  }
}

function stateOf({ profile }: Mount, { isRetired, isUnsold }: Offer): string {
  if (isRetired) return 'Retired'
  if (!isUnsold) return profile.soldState
  return profile.soldState === 'Launched' ? 'Active' : 'In Test'
}

/** English stands beside French as characteristics: the standard has one name only. */
function characteristics(offer: Offer): object[] {
  const { data, voice, sms, bonus, downloadMbps, period, serviceType, name, description } = offer
  return [
    ...volume('data', data),
    ...volume('voice', voice),
    ...volume('sms', sms),
    ...(downloadMbps === undefined ? [] : [characteristic('downloadSpeed', downloadMbps, 'Mbit/s')]),
    characteristic('periodType', period),
    characteristic('serviceType', serviceType),
    ...(bonus ? [characteristic('bonus', bonus.fr), characteristic('bonus_en', bonus.en)] : []),
    characteristic('name_en', name.en),
    characteristic('description_en', description.en),
  ]
}

function volume(name: string, volume: Volume | undefined): object[] {
  return volume ? [characteristic(name, volume.amount, volume.unit)] : []
}

function characteristic(name: string, value: string | number, unitOfMeasure?: string): object {
  const valueType = typeof value
  const unit = unitOfMeasure === undefined ? {} : { unitOfMeasure }
  return {
    name,
    valueType,
    minCardinality: 1,
    maxCardinality: 1,
    productSpecCharacteristicValue: [{ value, valueType, isDefault: true, ...unit }],
  }
}

function priceId({ code }: Offer): string {
  return `PRICE_${code}`
}

function priceReference(mount: Mount, offer: Offer): object {
  const id = priceId(offer)
  return { id, href: hrefOf(mount, 'productOfferingPrice', id), name: offer.name.fr, '@referredType': 'ProductOfferingPrice' }
}

function charging({ isMonthlyFee }: Offer): object {
  if (!isMonthlyFee) return { priceType: 'oneTime' }
  return { priceType: 'recurring', recurringChargePeriodType: 'month', recurringChargePeriodLength: 1 }
}

/** Inside an offering the amount hangs one step deeper than in the price's own resource: so the documents have it. */
function embeddedPrice(mount: Mount, offer: Offer): object {
  return {
    ...priceReference(mount, offer),
    ...charging(offer),
    price: { taxRate: VAT_PERCENT, taxIncludedAmount: { unit: CURRENCY, value: offer.price } },
  }
}

function shownPrice(mount: Mount, offer: Offer): TmfRecord {
  const id = priceId(offer)
  return {
    id,
    href: hrefOf(mount, 'productOfferingPrice', id),
    name: offer.name.fr,
    version: '1.0',
    lastUpdate: LAST_UPDATE,
    lifecycleStatus: stateOf(mount, offer),
    isBundle: false,
    ...charging(offer),
    price: { unit: CURRENCY, value: offer.price },
    tax: [{ taxCategory: 'TVA', taxRate: VAT_PERCENT }],
    validFor: SOLD_FROM_TO,
    '@type': 'ProductOfferingPrice',
  }
}
