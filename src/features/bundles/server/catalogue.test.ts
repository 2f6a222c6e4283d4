import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { createCatalogue } from './catalogue.ts'

function aCatalogue(options: { sellsPostpaidBundles?: boolean; popular?: string[] } = {}) {
  const operator = fakeOperator()
  const time = { now: Date.parse('2026-11-15T10:00:00Z') }
  const clock = { now: () => new Date(time.now) }
  const catalogue = createCatalogue({
    operator,
    clock,
    sellsPostpaidBundles: options.sellsPostpaidBundles ?? false,
    readPopular: async () => options.popular ?? [],
  })
  return { operator, time, catalogue }
}
const PREPAID = { lineType: 'PREPAID', serviceType: null, language: 'fr' } as const

test('API-3 a bundle comes in the specification’s fields; one without a period belongs to Others', async () => {
  const { operator, catalogue } = aCatalogue()
  operator.bundles = [aBundle({ validity: 'unlimited', periodType: null })]
  expect((await catalogue.list(PREPAID)).bundles[0]).toMatchObject({
    validity: -1,
    periodType: 'Others',
    amount: 1000,
    currency: 'XOF',
    data: 1,
    dataUnit: 'GB',
  })
})

test('BUN-3 a benefit without end is -1, like a validity without end', async () => {
  const { operator, catalogue } = aCatalogue()
  operator.bundles = [aBundle({ data: { value: 5, unit: 'GB' }, voice: 'unlimited', sms: null })]
  expect((await catalogue.list(PREPAID)).bundles[0]).toMatchObject({ data: 5, voice: -1, voiceUnit: '', sms: null })
})

test('abuse 39 the operator is called once a minute, however many visitors read the catalogue', async () => {
  const { operator, time, catalogue } = aCatalogue()
  await Promise.all(Array.from({ length: 20 }, () => catalogue.list(PREPAID)))
  expect(operator.asked()).toBe(1)
  time.now += 61_000
  await catalogue.list(PREPAID)
  expect(operator.asked()).toBe(2)
})

test('while the operator is down the last copy is served and marked as a copy', async () => {
  const { operator, time, catalogue } = aCatalogue()
  await catalogue.list(PREPAID)
  time.now += 61_000
  operator.failNext('unavailable')
  await catalogue.list(PREPAID) // shows the copy and asks behind the scenes
  await setImmediate()
  operator.failNext('unavailable')
  time.now += 6_000
  expect(await catalogue.list(PREPAID)).toMatchObject({ isStale: true, bundles: [{ productCode: 'DATA_1GB_7D' }] })
  time.now += 6_000
  expect(await catalogue.list(PREPAID)).toMatchObject({ isStale: false })
})

test('a background refresh that throws does not affect readers of the cached copy, and is retried', async () => {
  const { operator, time, catalogue } = aCatalogue()
  await catalogue.list(PREPAID)
  const { readBundles } = operator
  operator.readBundles = () => Promise.reject(new Error('thrown'))
  time.now += 61_000
  expect(await catalogue.list(PREPAID)).toMatchObject({ isStale: false })
  await setImmediate()
  expect(await catalogue.list(PREPAID)).toMatchObject({ isStale: true })
  operator.readBundles = readBundles
  time.now += 6_000
  expect(await catalogue.list(PREPAID)).toMatchObject({ isStale: false })
})

test('F57 a clock that is set back does not extend the age of an old catalogue', async () => {
  const { operator, time, catalogue } = aCatalogue()
  await catalogue.list(PREPAID)
  time.now -= 7_200_000
  await catalogue.list(PREPAID)
  expect(operator.asked()).toBe(2)
})

test('ERR-1 without any copy an operator that does not answer is reported as such', async () => {
  const { operator, catalogue } = aCatalogue()
  operator.failNext('unavailable')
  await expect(catalogue.list(PREPAID)).rejects.toMatchObject({ kind: 'operator-unavailable' })
})

test('DATA-1 postpaid lines see bundles only where the country sells them', async () => {
  for (const sellsPostpaidBundles of [false, true]) {
    const { operator, catalogue } = aCatalogue({ sellsPostpaidBundles })
    operator.bundles = [aBundle({ lineTypes: ['POSTPAID'] })]
    expect((await catalogue.list({ ...PREPAID, lineType: 'POSTPAID' })).bundles).toHaveLength(sellsPostpaidBundles ? 1 : 0)
  }
})

test('LEAD-1 special offers are listed only for their service type', async () => {
  const { operator, catalogue } = aCatalogue()
  operator.bundles = [aBundle({ serviceType: 'HBB_ODU_AW' }), aBundle({ productCode: 'B' })]
  expect((await catalogue.list(PREPAID)).bundles.map((bundle) => bundle.productCode)).toEqual(['B'])
  expect((await catalogue.list({ ...PREPAID, serviceType: 'HBB_ODU_AW' })).bundles).toHaveLength(1)
})

test('GEN-2 a bundle is named in the visitor’s language, or in the operator’s where there is no other', async () => {
  const { operator, catalogue } = aCatalogue()
  operator.bundles = [aBundle({ english: { name: 'Week 1 GB', description: '' } }), aBundle({ productCode: 'B' })]
  const names = async (language: 'fr' | 'en') => (await catalogue.list({ ...PREPAID, language })).bundles.map((bundle) => bundle.name)
  expect(await names('en')).toEqual(['Week 1 GB', 'Semaine 1 Go'])
  expect(await names('fr')).toEqual(['Semaine 1 Go', 'Semaine 1 Go'])
})

test('TAB-1 the tariffs say of each bundle who can buy it here, or that it is not sold here', async () => {
  const all = { lineType: null, serviceType: null, language: 'fr' } as const
  const lineTypes = async (sellsPostpaidBundles: boolean) => {
    const { operator, catalogue } = aCatalogue({ sellsPostpaidBundles })
    operator.bundles = [
      aBundle({ productCode: 'BOTH', lineTypes: ['POSTPAID', 'PREPAID'] }),
      aBundle({ productCode: 'ROUTER', lineTypes: ['BROADBAND'] }),
      aBundle({ productCode: 'BILLED', lineTypes: ['POSTPAID', 'HYBRID'] }),
    ]
    return (await catalogue.list(all)).bundles.map(({ lineType }) => lineType)
  }
  expect(await lineTypes(false)).toEqual(['PREPAID', 'BROADBAND', ''])
  expect(await lineTypes(true)).toEqual(['POSTPAID', 'BROADBAND', 'POSTPAID'])
})

test('only bundles listed as popular in the content are marked', async () => {
  const { operator, catalogue } = aCatalogue({ popular: ['B', 'SOLD_NO_MORE'] })
  operator.bundles = [aBundle({ productCode: 'A' }), aBundle({ productCode: 'B' })]
  expect((await catalogue.list(PREPAID)).bundles.map(({ isPopular }) => isPopular)).toEqual([undefined, true])
})

test('TAB-1 one empty answer is doubted for seconds, with the earlier prices marked as such; the second is believed', async () => {
  const { operator, time, catalogue } = aCatalogue()
  operator.bundles = [aBundle({})]
  expect((await catalogue.list(PREPAID)).bundles).toHaveLength(1)
  operator.bundles = []
  time.now += 61_000
  await catalogue.list(PREPAID)
  await setImmediate()
  time.now += 1000
  expect(await catalogue.list(PREPAID)).toMatchObject({ bundles: [{ amount: 1000 }], isStale: true })
  time.now += 5001
  expect(await catalogue.list(PREPAID)).toEqual({ bundles: [], isStale: false })
})

test('TAB-1 a first answer without bundles is asked again after five seconds', async () => {
  const { operator, time, catalogue } = aCatalogue()
  operator.bundles = []
  expect((await catalogue.list(PREPAID)).bundles).toEqual([])
  operator.bundles = [aBundle({})]
  time.now += 5001
  expect(await catalogue.list(PREPAID)).toMatchObject({ bundles: [{ amount: 1000 }], isStale: false })
})
