import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { aVisitor } from '#tests/support/code-world.ts'
import type { Started } from '#tests/support/scripted-provider.ts'
import { ACCOUNTS, KINDS, WAIT, subjectWorld, type Hub } from '#tests/support/subject-world.ts'
import { TRANSACTION } from '#tests/support/wallet-world.ts'

const LONG = { timeout: 120_000 }

const { world, portal, provider, refunds, delivered, outside, ...subjects } = await subjectWorld()
const { aHub, hubOf, press, begun, pays, details, isShown, due, settle, bill, begin, link } = subjects

test.for(KINDS)('F62 F63 I18 PAID-1 a subject paid meanwhile is not paid again from an old hub: %s', LONG, async (kind) => {
  const [first, second] = [await aHub(kind), await aHub(kind)]
  await pays(await begun(first))
  await isShown(first, { status: 'SUCCESS' })
  expect(await press(second)).toBe('nothing-due')
  expect(await due(second)).toMatchObject({ state: 'not-owed', isLink: kind === 'link', due: null })
  // Hours later, in the other tab of the first visitor, and by a new visitor.
  world.passMinutes(20 * 60)
  expect(await press(second)).toBe('nothing-due')
  world.passMinutes(28 * 60)
  expect(await press(second)).toBe('no-pending-payment')
  expect(await details(second)).toMatchObject({ money: 'not-asked' })
})

test.for(KINDS)(
  'F62 F63 I18 two tabs of one visit pay one subject once, and the second leads to the payment of the first: %s',
  LONG,
  async (kind) => {
    const visitor = aVisitor(portal)
    const [first, second] = [await aHub(kind, visitor), await aHub(kind, visitor)]
    const started = await begun(first)
    expect(await press(second)).toBe('being-paid')
    expect(await due(second)).toMatchObject({ state: 'held', transactionId: first.transactionId })
    // An order's own attempt does not block it.
    expect(await press(first)).toBe('nothing new')
    await pays(started)
    await isShown(first, { status: 'SUCCESS' })
    expect(await press(second)).toBe('nothing-due')
  },
)

test.for(KINDS)(
  'I18 an accepted attempt blocks its subject until it ends, its page is left, or 15 minutes pass: %s',
  LONG,
  async (kind) => {
    const [first, second, third] = [await aHub(kind), await aHub(kind), await aHub(kind)]
    const started = await begun(first)
    expect(await press(second)).toBe('being-paid')
    const held = await due(second)
    expect(held).toMatchObject({ state: 'held', transactionId: null })
    expect(Date.parse(held.until) - Date.now()).toBeGreaterThan(14 * 60_000)
    const back = new URL(started.urls.return)
    await portal.call({ url: `${back.pathname}${back.search}`, headers: { origin: '' } })
    const other = await begun(second)
    expect(await press(third)).toBe('being-paid')
    const cancelled = { state: 'cancelled', provider: { code: 'CANCELLED', text: '' } } as const
    provider.answers.set(other.ref, cancelled)
    await world.tell(other, cancelled)
    await isShown(second, { money: 'not-taken' })
    await begun(third)
    expect(await press(first)).toBe('nothing new')
    world.passMinutes(16)
    await begun(second)
  },
)

test.for(KINDS)('I18 of two simultaneous payments one is delivered, the other refunded, and both read so: %s', LONG, async (kind) => {
  outside.isLate = true
  const [first, second] = [await aHub(kind), await aHub(kind)]
  const both = Promise.withResolvers<void>()
  const starts = provider.starts.length
  // The gateway responds to the first only after the second started too: at that check neither was accepted.
  provider.begin = async () => (provider.starts.length === starts + 2 ? both.resolve() : both.promise)
  const payments = await Promise.all([begun(first), begun(second)])
  provider.begin = async () => {}
  await Promise.all(payments.map(pays))
  const hubs = await vi.waitFor(async () => {
    const shown = await Promise.all([first, second].map(details))
    expect(shown.map(({ status }) => String(status)).toSorted()).toEqual(['FAILED', 'SUCCESS'])
    expect(shown.find(({ status }) => status === 'FAILED')).toMatchObject({ money: 'given-back', statusReason: 'not_owed' })
    return shown
  }, WAIT)
  expect(hubs.find(({ status }) => status === 'SUCCESS')).toMatchObject({ statusReason: 'also_paid' })
  const references = await portal.db
    .selectFrom('pay_order')
    .select('reference')
    .where('id', 'in', [first.transactionId, second.transactionId])
    .execute()
  expect(delivered.filter((each) => references.some(({ reference }) => reference === each))).toHaveLength(1)
})

test.for(KINDS)(
  'I18 F62 F63 a payer who returns to a hub whose page was given long ago sees what was paid meanwhile, and is not led there: %s',
  LONG,
  async (kind) => {
    const [first, second] = [await aHub(kind), await aHub(kind)]
    const slow = await begun(first)
    world.passMinutes(16)
    // There is no other payment: the same page is returned again.
    expect(await press(first)).toBe('nothing new')
    const started = await begun(second)
    expect(await press(first)).toBe('being-paid')
    await pays(started)
    await isShown(second, { status: 'SUCCESS' })
    expect(await press(first)).toBe('nothing-due')
    // A payment there all the same is refunded.
    await pays(slow)
    await isShown(first, { status: 'FAILED', money: 'given-back', statusReason: 'not_owed' })
  },
)

test('I18 a page once given is shown again while the subject is unreadable', LONG, async () => {
  const hub = await aHub('bill')
  await begun(hub)
  world.passMinutes(2)
  outside.isSilent = true
  expect(await press(hub)).toBe('nothing new')
})

test('I18 a delivery not sent yet reads its subject again before it is sent: paid in a shop meanwhile, it is refunded', LONG, async () => {
  const [hub, other] = [await aHub('invoice'), await aHub('bill')]
  outside.deliveries = 'unreachable'
  const payments = [await begun(hub), await begun(other)]
  for (const payment of payments) await pays(payment)
  await vi.waitFor(() => expect(outside.refusedCalls).toBeGreaterThan(1), WAIT)
  settle(ACCOUNTS.invoice)
  outside.deliveries = 'done'
  world.passMinutes(6)
  await isShown(hub, { status: 'FAILED', money: 'given-back', statusReason: 'not_owed' })
  await isShown(other, { status: 'SUCCESS' })
  expect(delivered).toHaveLength(1)
})

test('I18 sixty opened and left pages of one link hide neither a current payment nor a finished one', LONG, async () => {
  const honest = await aHub('link')
  for (let page = 0; page < 60; page += 1) {
    const back = new URL((await begun(await aHub('link'))).urls.return)
    await portal.call({ url: `${back.pathname}${back.search}`, headers: { origin: '' } })
  }
  const started = await begun(honest)
  const late = await aHub('link')
  expect(await press(late)).toBe('being-paid')
  await pays(started)
  await isShown(honest, { status: 'SUCCESS' })
  expect(await press(late)).toBe('nothing-due')
})

test('PAID-1 a changed amount is shown with what is due now, and that can be paid; other visits see no amount', LONG, async () => {
  const hub = await aHub('bill')
  bill(4_000)
  expect(await press(hub)).toBe('due-changed')
  expect(await due(hub)).toEqual({ state: 'changed', isLink: false, amount: 12_451, due: 4_000, until: null, transactionId: null })
  const stranger = { ...hub, visitor: aVisitor(portal) }
  expect(await due(stranger)).toMatchObject({ state: 'changed', due: null })
  expect((await stranger.visitor.post(`${TRANSACTION}/renew`, { purchaseId: hub.purchaseId })).json()).toMatchObject({ status: 'failure' })
  const renewed = (await hub.visitor.post(`${TRANSACTION}/renew`, { purchaseId: hub.purchaseId })).json().result
  const again = await hubOf(hub.visitor, renewed.purchaseId, 4_000)
  await pays(await begun(again))
  await isShown(again, { status: 'SUCCESS', amount: 4_000 })
})

test('PAID-1 an unreadable subject begins nothing and says so; a paid order waits and is not refunded as not owed', LONG, async () => {
  const [hub, other] = [await aHub('bill'), await aHub('bill')]
  const started = await begun(hub)
  outside.isSilent = true
  expect(await press(other)).toBe('operator-unavailable')
  await pays(started)
  const asked = outside.silences
  await vi.waitFor(() => expect(outside.silences).toBeGreaterThan(asked + 1), WAIT)
  expect(await details(hub)).toMatchObject({ money: 'taken' })
  outside.isSilent = false
  await isShown(hub, { status: 'SUCCESS' })
})

test(
  'I18 I9 an amount that changed after the payment is delivered as paid; a subject paid in a shop meanwhile is refunded',
  LONG,
  async () => {
    const hub = await aHub('bill')
    const started = await begun(hub)
    bill(20_000)
    await pays(started)
    await isShown(hub, { status: 'SUCCESS' })
    const unlucky = await aHub('invoice')
    const paid = await begun(unlucky)
    settle(ACCOUNTS.invoice)
    await pays(paid)
    await isShown(unlucky, { status: 'FAILED', money: 'given-back', statusReason: 'not_owed' })
    expect(refunds).toContain(paid.ref)
  },
)

test('I18 a settled bill does not block the next one, of the same amount and account', LONG, async () => {
  const hub = await aHub('bill')
  await pays(await begun(hub))
  await isShown(hub, { status: 'SUCCESS' })
  bill(12_450.5)
  const next = await aHub('bill')
  await pays(await begun(next))
  await isShown(next, { status: 'SUCCESS' })
})

test('I18 a refused or refunded subject can be paid again; freely typed amounts are unaffected', LONG, async () => {
  outside.deliveries = 'refused'
  const hub = await aHub('link')
  await pays(await begun(hub))
  await isShown(hub, { status: 'FAILED', money: 'given-back' })
  outside.deliveries = 'done'
  const again = await aHub('link')
  await pays(await begun(again))
  await isShown(again, { status: 'SUCCESS' })
  const typed = async () => {
    const visitor = aVisitor(portal)
    const choice = { kind: 'postpaid-bill', msisdn: '90000003', amount: 12_451, redirectPage: '/postpaid-bill-pay' }
    const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, choice)).json().result
    return begun(await hubOf(visitor, purchaseId, 12_451))
  }
  await typed()
  await typed()
})

test('abuse 94 a hundred take one link and open its hub without paying: the honest payer pays', LONG, async () => {
  const takes = await Promise.all(
    Array.from({ length: 100 }, async () =>
      (await aVisitor(portal).post(`${TRANSACTION}/take-link`, { link: link(), amount: 500 })).json(),
    ),
  )
  expect(takes.filter(({ result }) => result?.state === 'open').length).toBeGreaterThan(90)
  for (let hub = 0; hub < 5; hub += 1) await aHub('link')
  const honest = await aHub('link')
  await pays(await begun(honest))
  await isShown(honest, { status: 'SUCCESS' })
})

type Step = { do: 'press' | 'pay'; who: 0 | 1 | 2 } | { do: 'shop' | 'silence' | 'voice' | 'wait' }
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('press' as const, 'pay' as const), who: fc.constantFrom(0 as const, 1 as const, 2 as const) }),
    fc.record({ do: fc.constantFrom('shop' as const, 'silence' as const, 'voice' as const, 'wait' as const) }),
  ),
  { minLength: 3, maxLength: 10 },
)

test.for(KINDS)(
  'I18 for every order of press, pay and wait by three payers, there is one delivery and no money without one: %s',
  LONG,
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (order: Step[], isLate) => {
        await begin()
        outside.isLate = isLate
        const hubs = [await aHub(kind), await aHub(kind), await aHub(kind)]
        const payments = new Map<number, Started>()
        const paid = new Set<number>()
        let wasShop = false
        for (const step of order)
          if (step.do === 'press') {
            const started = await press(hubs[step.who] as Hub)
            if (typeof started !== 'string') payments.set(step.who, started)
          } else if (step.do === 'pay') {
            const started = payments.get(step.who)
            if (started) await pays(started)
            if (started) paid.add(step.who)
          } else if (step.do === 'shop') {
            wasShop = kind !== 'link'
            if (kind !== 'link') settle(ACCOUNTS[kind])
          } else if (step.do === 'wait') world.passMinutes(16)
          else outside.isSilent = step.do === 'silence'
        outside.isSilent = false
        await vi.waitFor(async () => {
          // What could not be read is looked at again after as long a pause as it had waited before.
          world.passMinutes(1)
          const shown = await Promise.all(hubs.map(details))
          const words = shown.map(({ money }) => String(money))
          // What was paid is delivered or given back before the next order of steps renews the debts: a later delivery would settle those.
          const isOpen = (word: string, who: number) =>
            paid.has(who) ? !['delivered', 'given-back'].includes(word) : ['taken', 'coming-back'].includes(word)
          expect(words.filter(isOpen)).toEqual([])
          expect(words.filter((word) => word === 'delivered').length).toBeLessThanOrEqual(1)
          const isAnyBack = shown.some(({ statusReason }) => statusReason === 'not_owed')
          if (isAnyBack && !wasShop) expect(words).toContain('delivered')
        }, WAIT)
      }),
      { numRuns: 12 },
    )
  },
)
