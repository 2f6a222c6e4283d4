import { expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { anOperator } from '#tests/support/an-operator.ts'
import type { Script } from '#tests/support/scripted-server.ts'

const MSISDN = '90123456' as MobileNumber

const offers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_none, index) => ({
    id: `O-${from + index}`,
    name: 'x',
    lifecycleStatus: 'Launched',
    category: [{ id: 'data' }],
    productOfferingPrice: [{ priceType: 'oneTime', price: { taxIncludedAmount: { unit: 'XOF', value: 100 } } }],
  }))

test.for<{ name: string; page: (offset: number) => Script; reads: number; found: number }>([
  {
    name: 'a total',
    page: (at) => ({ json: offers(at, Math.min(at + 100, 250)), headers: { 'x-total-count': '250' } }),
    reads: 3,
    found: 250,
  },
  {
    name: 'a total that is the count of the page, and pages of ten',
    page: (at) => ({ json: offers(at, Math.min(at + 10, 45)), headers: { 'x-total-count': '10' } }),
    reads: 5,
    found: 45,
  },
  {
    name: 'a total that is too low',
    page: (at) => ({ json: offers(at, Math.min(at + 20, 45)), headers: { 'x-total-count': '3' } }),
    reads: 3,
    found: 45,
  },
  { name: 'no header and pages of ten', page: (at) => ({ json: offers(at, Math.min(at + 10, 45)) }), reads: 5, found: 45 },
  {
    name: 'no header, and a refusal beyond the end',
    page: (at) => (at < 20 ? { json: offers(at, at + 10) } : { json: { code: '1', reason: 'offset' }, status: 400 }),
    reads: 3,
    found: 20,
  },
  {
    name: 'a range',
    page: (at) => ({ json: offers(at, Math.min(at + 5, 12)), headers: { 'content-range': `items ${at}-${at + 4}/12` } }),
    reads: 3,
    found: 12,
  },
  {
    name: 'links without a next one',
    page: (at) => ({ json: offers(at, at + 30), headers: { link: '<x?offset=0>; rel="first", <x?offset=0>; rel="last"' } }),
    reads: 1,
    found: 30,
  },
  {
    name: 'a total and smaller pages than asked',
    page: (at) => ({ json: offers(at, Math.min(at + 40, 90)), headers: { 'x-total-count': '90' } }),
    reads: 3,
    found: 90,
  },
  {
    name: 'a total that is too high',
    page: (at) => ({ json: at === 0 ? offers(0, 10) : [], headers: { 'x-total-count': '99' } }),
    reads: 2,
    found: 10,
  },
  { name: 'no total, full pages', page: (at) => ({ json: offers(at, Math.min(at + 100, 130)) }), reads: 2, found: 130 },
  { name: 'partial content', page: (at) => ({ json: offers(at, at + 20), status: at < 40 ? 206 : 200 }), reads: 3, found: 60 },
  {
    name: 'a link',
    page: (at) => ({ json: offers(at, at + 20), headers: at < 20 ? { link: '<x>; rel="next"' } : {} }),
    reads: 2,
    found: 40,
  },
  { name: 'no paging at all', page: () => ({ json: offers(0, 120) }), reads: 2, found: 120 },
  { name: 'no content', page: () => ({ text: '', status: 204 }), reads: 1, found: 0 },
])('the catalogue is read to its end with $name', async ({ page, reads, found }) => {
  const { operator, calls } = await anOperator(({ url }) => page(Number(new URL(url, 'http://x').searchParams.get('offset'))))
  const answer = await operator.readBundles()
  expect(answer.ok && answer.value.length).toBe(found)
  expect(calls()).toHaveLength(reads)
})

test('an endless catalogue is given up', async () => {
  const { operator, calls } = await anOperator(({ url }) => {
    const at = Number(new URL(url, 'http://x').searchParams.get('offset'))
    return { json: offers(at, at + 1), status: 206 }
  })
  expect(await operator.readBundles()).toEqual({ ok: false, fault: { kind: 'unavailable' } })
  expect(calls()).toHaveLength(50)
})

test('a catalogue is read on by the cursor of a link, at our own address and with our own filter', async () => {
  const link = (cursor: string) => ({ link: `<https://evil.test/other?cursor=${cursor}&limit=5&lifecycleStatus=Retired>; rel="next"` })
  const pages: Script[] = [
    { json: offers(0, 5), headers: link('b'), status: 206 },
    { json: offers(5, 10), headers: { link: '</x?cursor=a>; rel="prev", </x?cursor=c>; rel="next last"' } },
    { json: offers(10, 12), headers: { link: '</x?cursor=b>; rel="prev"' } },
  ]
  const { operator, calls, log } = await anOperator(pages)
  const answer = await operator.readBundles()
  expect(answer.ok && answer.value.length).toBe(12)
  const queries = calls().map(({ url }) => new URL(url, 'http://x').searchParams)
  expect(queries.map((query) => query.get('cursor'))).toEqual([null, 'b', 'c'])
  expect(queries.every((query) => query.get('lifecycleStatus') === 'Launched')).toBe(true)
  expect(calls().every(({ url }) => url.startsWith('/tmf-api/productCatalogManagement/v4/productOffering?'))).toBe(true)
  expect(log.lines).toEqual([])
})

test('a list that is shorter than announced is used, with a warning that holds both numbers', async () => {
  const { operator, log } = await anOperator(() => ({ json: offers(0, 10), headers: { 'x-total-count': '45' } }))
  const answer = await operator.readBundles()
  expect(answer.ok && answer.value.length).toBe(10)
  expect(log.lines).toEqual(['the operator sent fewer entries than it announced {"system":"620","announced":45,"read":10}'])
})

test('a short list of a line is read once, whatever its total says', async () => {
  const { operator, calls } = await anOperator([{ json: [], headers: { 'x-total-count': '0' } }])
  await operator.findLine(MSISDN)
  expect(calls()).toHaveLength(1)
})
