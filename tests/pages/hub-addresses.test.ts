import { expect, test } from 'vitest'
import { plainVisitor, type PlainVisitor, type ServedPage } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()
const NOTHING = 'Aucun paiement en attente'
const WITHOUT_ID = ['/payment', '/payment/', '/payment/foo', '/payment/foo/bar', '/payment/start', '/payment/start/nothing']
const UNKNOWN = 'A'.repeat(22)

async function toHub(visitor: PlainVisitor, msisdn: string): Promise<ServedPage> {
  return (await visitor.open(`/prepaid-recharge?msisdn=${msisdn}&amount=700`)).press('Acheter du crédit')
}

test('HUB-6 ROUTE-1 every address of the hub without an id opens what the visit has still to pay', async () => {
  const visitor = plainVisitor(portal)
  const hub = await toHub(visitor, '90810001')
  expect(hub.address).toMatch(/^\/payment\/start\/card\?purchase=[\w-]{22}$/)
  for (const address of [...WITHOUT_ID, `/payment/start/card?purchase=${UNKNOWN}`])
    expect((await visitor.open(address)).address, address).toBe(hub.address)
  expect((await visitor.open('/payment/start/smartcash')).address).toBe(hub.address.replace('/card?', '/smartcash?'))
  expect((await visitor.open('/payment')).text).toContain('700 F')
})

test('HUB-5 ROUTE-1 a visit without a purchase is redirected to the home page, which says why', async () => {
  for (const address of WITHOUT_ID) {
    const page = await plainVisitor(portal).open(address)
    expect(page.title, address).toBe('Quel numéro recharger ?')
    expect(page.text, address).toContain(NOTHING)
  }
})

test('HUB-6 a form that was sent for a purchase that is gone pays nothing else', async () => {
  const visitor = plainVisitor(portal)
  const hub = await toHub(visitor, '90810021')
  const payload = new URLSearchParams({ email: 'amina@example.ne', gateway: 'dpo' }).toString()
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await portal.call({ method: 'POST', url: `/payment/start/card?purchase=${UNKNOWN}`, headers, payload })
  expect(answer.headers.location).toBe(hub.address)
  expect(await portal.db.selectFrom('pay_order').select('id').execute()).toEqual([])
})

test('abuse 59 a payment’s page is never cached, also under a URL that looks like a file', async () => {
  expect((await portal.call({ url: `/payment/status?id=${UNKNOWN}` })).headers['cache-control']).toContain('no-store')
  for (const url of ['/payment/status/x.css', '/payment/status/x.js?id=1', '/payment/start/card/x.png']) {
    const answer = await portal.call({ url })
    // ROUTE-1: what is unknown below /payment leads to what the visit has still to pay.
    expect([303, 404], url).toContain(answer.statusCode)
    expect(answer.headers['cache-control'], url).toMatch(/no-store|private/)
  }
})

test('abuse 17 junk where pages carry data for their script is answered by 4xx, quickly', async () => {
  for (const url of [
    '/prepaid-recharge.data?_routes=%00%ff',
    '/payment/start/card.data?_routes=__proto__',
    `/_root.data?${'a=b&'.repeat(2_000)}`,
  ]) {
    const began = performance.now()
    expect((await portal.call({ url })).statusCode, url).toBeLessThan(500)
    expect(performance.now() - began, url).toBeLessThan(2_000)
  }
  for (const payload of ['[1,2', '{"__proto__":1}', 'intent='.repeat(5_000)]) {
    const answer = await portal.call({
      method: 'POST',
      url: '/prepaid-recharge.data',
      headers: { 'content-type': 'text/x-script' },
      payload,
    })
    expect(answer.statusCode, payload.slice(0, 20)).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode, payload.slice(0, 20)).toBeLessThan(500)
  }
})
