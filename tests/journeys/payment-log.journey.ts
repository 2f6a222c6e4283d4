import { expect, test } from '@playwright/test'
import { openHands } from '../../scripts/drill/outside-hands.ts'
import { makePayment, type Method } from '../../scripts/drill/payments.ts'
import { aVisitor, resultOf } from '../../scripts/drill/visitor.ts'
import { startPortal } from '../support/start-for-tests.ts'

type Line = {
  msg: string
  requestId?: string
  reference?: string
  system?: string
  route?: string
  method?: string
  correlationId?: string
}

/** A card, a PIN, a balance and a request to a phone: all that a payment can say in the log. */
const METHODS: readonly Method[] = ['dpo', 'smartcash', 'airtime', 'mpesa']
const PAYMENT_ROUTE =
  /\/transaction\/(?:v1\/)?(?:initiate|auth\/initiate|process|auth\/process|payer-balance|status|fetch)$|\/payment\/(?:callback|notice)/

/** A call about a payment that is under way; also a call to a provider, and whatever the operator is asked to do. */
function speaksOfPayment({ msg, route = '', system, method }: Line): boolean {
  if (msg === 'answered') return PAYMENT_ROUTE.test(route)
  if (msg !== 'called') return msg === 'payment work'
  return METHODS.some((each) => each === system) || (/^[0-9]{3}$/.test(system ?? '') && method !== 'GET')
}

const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('every line about a payment carries its reference, and every call that leaves the house the request’s id', async () => {
  test.setTimeout(180_000)
  const portal = await startPortal({ LOG_LEVEL: 'debug' })
  try {
    const visitor = aVisitor({ portalUrl: portal.portalUrl })
    const references = new Map<Method, string>()
    for (const method of METHODS) {
      const errand = { method, beneficiary: '90000001', payer: '90000001', outcome: 'pays', pressesTwice: false, comesBack: true } as const
      const id = await makePayment(visitor, openHands(portal.sandboxUrl), errand)
      type Details = { status: string; refTransactionId: string }
      const read = async () => resultOf<Details>(await visitor.insist('GET', `/transaction/fetch?txnId=${id}`))
      await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toBe('SUCCESS')
      references.set(method, (await read()).refTransactionId)
    }
    const lines = linesOf(portal.log())
    const outbound = lines.filter(({ msg }) => msg === 'called')
    expect(outbound.length).toBeGreaterThan(10)
    expect(outbound.filter(({ requestId }) => !requestId)).toEqual([])
    // What the operator and the providers were given is what our log says.
    expect(outbound.filter(({ correlationId, requestId }) => correlationId !== undefined && correlationId !== requestId)).toEqual([])
    const about = lines.filter(speaksOfPayment)
    expect(new Set(about.map(({ msg }) => msg))).toEqual(new Set(['answered', 'called']))
    expect(about.filter(({ reference }) => !reference)).toEqual([])
    expect(new Set(about.map(({ reference }) => reference))).toEqual(new Set(references.values()))
    for (const [method, reference] of references) {
      const own = outbound.filter((line) => line.system === method)
      expect(new Set(own.map((line) => line.reference)), method).toEqual(new Set(method === 'airtime' ? [] : [reference]))
      // From the visitor's press to the provider by one id.
      const pressed = lines.filter((line) => line.reference === reference && /process$|auth\/initiate$/.test(line.route ?? ''))
      expect(
        pressed.some(({ requestId }) => outbound.some((line) => line.requestId === requestId && line.reference === reference)),
        method,
      ).toBe(true)
    }
    expect(portal.log()).not.toMatch(/90000001/)
  } finally {
    await portal.stop()
  }
})
