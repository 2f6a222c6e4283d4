import { expect, test } from 'vitest'
import { DEMO_LINES } from '../demo-identities.ts'
import { anOperator } from '../testing/test-operator.ts'
import { EVERY_OFFER } from './catalogue/every-offer.ts'

const API = '/productCatalogManagement/v4'
const OFFERINGS = `${API}/productOffering`

type Characteristic = { name: string; productSpecCharacteristicValue: { value: unknown; unitOfMeasure?: string }[] }
const valueOf = (offering: { prodSpecCharValueUse: Characteristic[] }, name: string) =>
  offering.prodSpecCharValueUse.find((use) => use.name === name)?.productSpecCharacteristicValue[0]

test('an offering has its category, price, benefits, validity, and both languages', async () => {
  const { get } = await anOperator()
  expect((await get(`${OFFERINGS}/DATA_2GB_7D`)).json()).toMatchObject({
    id: 'DATA_2GB_7D',
    href: 'http://localhost:80/tmf-api/productCatalogManagement/v4/productOffering/DATA_2GB_7D',
    name: 'Semaine 2 Go',
    description: 'Deux gigaoctets pour sept jours.',
    lifecycleStatus: 'Launched',
    isSellable: true,
    category: [{ id: 'data', name: 'Data' }],
    channel: [{ id: 'WEBPORTAL' }],
    marketSegment: [{ id: 'PREPAID' }, { id: 'HYBRID' }],
    productOfferingPrice: [{ id: 'PRICE_DATA_2GB_7D', priceType: 'oneTime', price: { taxIncludedAmount: { unit: 'XOF', value: 1_500 } } }],
    productOfferingTerm: [{ duration: { amount: 7, units: 'day' } }],
  })
  const offering = (await get(`${OFFERINGS}/DATA_2GB_7D`)).json()
  expect(valueOf(offering, 'data')).toMatchObject({ value: 2, unitOfMeasure: 'GB' })
  expect(valueOf(offering, 'periodType')?.value).toBe('Week')
  expect(valueOf(offering, 'serviceType')?.value).toBe('MOBILE')
  expect(valueOf(offering, 'bonus')?.value).toBe('+ 200 Mo la nuit')
  expect(valueOf(offering, 'name_en')?.value).toBe('Week 2 GB')
  expect(valueOf(offering, 'description_en')?.value).toBe('Two gigabytes for seven days.')
})

test('a price sent as a reference is read by its id, with the amount at the top level', async () => {
  const { get } = await anOperator()
  const [price] = (await get(`${OFFERINGS}/DATA_5GB_7D`)).json().productOfferingPrice
  expect(price).toEqual({
    id: 'PRICE_DATA_5GB_7D',
    href: expect.any(String),
    name: 'Semaine 5 Go',
    '@referredType': 'ProductOfferingPrice',
  })
  expect((await get(`${API}/productOfferingPrice/${price.id}`)).json()).toMatchObject({
    id: 'PRICE_DATA_5GB_7D',
    priceType: 'oneTime',
    price: { unit: 'XOF', value: 3_000 },
  })
})

test('some prices stand in the list, some are only named there', async () => {
  const { get } = await anOperator()
  const offerings: { productOfferingPrice: { price?: object }[] }[] = (await get(OFFERINGS)).json()
  const embedded = offerings.filter(({ productOfferingPrice }) => productOfferingPrice[0]?.price)
  expect(embedded.length).toBeGreaterThan(20)
  expect(offerings.length - embedded.length).toBeGreaterThan(10)
})

test('there is much to choose from, in every category and for every period', () => {
  const bundles = EVERY_OFFER.filter((offer) => offer.serviceType !== 'HBB_ODU_AW' && !offer.isRetired && !offer.isUnsold)
  expect(bundles.length).toBeGreaterThanOrEqual(44)
  expect(new Set(bundles.map(({ category }) => category))).toEqual(
    new Set(['data', 'internet', 'voice', 'sms', 'international', 'roaming']),
  )
  expect(new Set(bundles.map(({ period }) => period))).toEqual(new Set(['Day', 'Week', 'Month', 'Night', 'Others']))
  expect(new Set(bundles.flatMap(({ lineTypes }) => lineTypes))).toEqual(new Set(['PREPAID', 'HYBRID', 'POSTPAID', 'BROADBAND']))
  for (const { code, price } of bundles) expect(price, code).toBeGreaterThanOrEqual(150)
  for (const { code, price } of bundles) expect(price, code).toBeLessThanOrEqual(25_000)
})

test('every code and every name is there once, in French and in English', () => {
  for (const words of [
    EVERY_OFFER.map(({ code }) => code),
    EVERY_OFFER.map(({ name }) => name.fr),
    EVERY_OFFER.map(({ name }) => name.en),
  ]) {
    expect(new Set(words).size).toBe(words.length)
  }
})

test('the bundles that are active from the start are in the catalogue, with the same name', () => {
  const active = DEMO_LINES.flatMap(({ bundles = [] }) => bundles)
  for (const { productCode, name } of active) expect(EVERY_OFFER.find(({ code }) => code === productCode)?.name.fr).toBe(name)
})

test('bundles are found by category, segment and state together, page by page', async () => {
  const { get } = await anOperator()
  const query = { 'category.id': 'data', 'marketSegment.id': 'PREPAID', lifecycleStatus: 'Launched' }
  const all = await get(OFFERINGS, { ...query, limit: '100' })
  const total = Number(all.headers['x-total-count'])
  expect(total).toBe(19)
  const page = await get(OFFERINGS, { ...query, offset: '15', limit: '10' })
  expect([page.statusCode, page.headers['x-total-count'], page.headers['x-result-count']]).toEqual([200, '19', '4'])
  expect(page.json()).toEqual(all.json().slice(15))
})

test('the 5G box has four offers, found by their service type, with a monthly fee', async () => {
  const { get } = await anOperator()
  const answer = await get(OFFERINGS, { 'prodSpecCharValueUse.productSpecCharacteristicValue.value': 'HBB_ODU_AW' })
  expect(answer.json()).toHaveLength(4)
  expect(answer.json()[1]).toMatchObject({
    id: 'HBB_5G_50',
    marketSegment: [],
    productOfferingPrice: [{ priceType: 'recurring', recurringChargePeriodType: 'month', price: { taxIncludedAmount: { value: 25_000 } } }],
    productOfferingTerm: [{ duration: { amount: 1, units: 'month' } }],
  })
})

test('no end is -1 days, no limit is the word unlimited', async () => {
  const { get } = await anOperator()
  const endless = (await get(`${OFFERINGS}/DATA_1GB_NO_END`)).json()
  expect(endless.productOfferingTerm[0].duration).toEqual({ amount: -1, units: 'day' })
  const unlimited = (await get(`${OFFERINGS}/SMS_UNLIMITED_30D`)).json()
  expect(valueOf(unlimited, 'sms')).toMatchObject({ value: 'unlimited', unitOfMeasure: 'SMS' })
})

test('what is no longer sold is listed as retired', async () => {
  const { get } = await anOperator()
  expect((await get(OFFERINGS, { lifecycleStatus: 'Retired' })).json()).toMatchObject([{ id: 'DATA_SAHEL_500MB_1D', isSellable: false }])
})

test('what is tested and not yet sold is Active, as the document has it, and cannot be ordered', async () => {
  const { get } = await anOperator()
  expect((await get(OFFERINGS, { lifecycleStatus: 'Active' })).json()).toMatchObject([{ id: 'DATA_AIR_3GB_7D', isSellable: true }])
})

test('the categories are listed', async () => {
  const { get } = await anOperator()
  const answer = await get(`${API}/category`, { fields: 'name' })
  expect(answer.json()).toHaveLength(6)
  expect(answer.json()[2]).toEqual({
    id: 'voice',
    href: 'http://localhost:80/tmf-api/productCatalogManagement/v4/category/voice',
    name: 'Appels',
  })
})
