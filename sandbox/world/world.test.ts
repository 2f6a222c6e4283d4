import { expect, test } from 'vitest'
import { DEMO_LINES, payerBehaviour } from '../demo-identities.ts'
import { aFolder, aSandbox } from '../testing/test-sandbox.ts'
import { DAY_MS } from './days.ts'
import type { Pot } from './movements.ts'
import { isOperatorNumber, nationalNumber, spacedNumber } from './numbers.ts'
import { createWorld } from './world.ts'

const wallet = (msisdn: string): Pot => ({ kind: 'wallet', wallet: 'money', msisdn })
const merchant: Pot = { kind: 'outside', name: 'merchant:money' }
const aCapture = { face: 'money', kind: 'capture', reference: 'MM-1', ourReference: 'REF1', msisdn: '90000001', currency: 'XOF' } as const

test.for([
  ['90000001', '90000001'],
  ['90 00 00 01', '90000001'],
  ['22790000001', '90000001'],
  ['+22790000001', '90000001'],
  ['0022790000001', '90000001'],
  ['22712345', '22712345'],
  ['9000000', null],
  ['9000000a', null],
  ['', null],
] as const)('the number %s is read as %s', ([text, expected]) => {
  expect(nationalNumber(text)).toBe(expected)
})

test('the fixed identities have what the agreed page says', async () => {
  const { world } = await aSandbox()
  const shown = DEMO_LINES.map(({ msisdn, accountNo }) => {
    const line = world.lines.find(msisdn)
    const money = world.wallets.find('money', msisdn)
    return [spacedNumber(msisdn), line?.type, line?.airtime, money?.balance, accountNo && world.accounts.outstanding(accountNo)]
  })
  expect(shown.slice(0, 4)).toEqual([
    ['90 00 00 01', 'PREPAID', 5_000, 50_000, undefined],
    ['90 00 00 02', 'PREPAID', 100, 100, undefined],
    ['90 00 00 03', 'POSTPAID', 0, 50_000, 12_450.5],
    ['90 00 00 04', 'HYBRID', 1_000, 50_000, 8_000],
  ])
  expect(world.lines.find('90000005')?.bundles.map((bundle) => bundle.remaining)).toContain('unlimited')
  expect(world.wallets.find('smartcash', '90000006')?.locked).toBe(true)
  expect(world.accounts.outstanding('1000000007')).toBe(0)
})

test('three invoices of the fixed-internet account are open and one of them is overdue', async () => {
  const { world } = await aSandbox()
  const open = world.accounts.bills('P1234567890').filter((bill) => bill.remaining > 0)
  expect(open).toHaveLength(3)
  expect(open.filter((bill) => bill.dueAt < world.clock.now())).toHaveLength(1)
})

test('an unknown number of the operator is made at first sight, and stays as it became', async () => {
  const { world } = await aSandbox()
  expect(world.lines.find('81234567')).toMatchObject({ type: 'PREPAID', airtime: 1_000 })
  expect(world.wallets.find('mpesa', '81234567')).toMatchObject({ balance: 10_000, locked: false })
  world.money.move({ ...aCapture, msisdn: '81234567', amount: 400, from: wallet('81234567'), to: merchant })
  expect(world.wallets.find('money', '81234567')?.balance).toBe(9_600)
})

test('numbers that begin with 0 to 7 are unassigned here', async () => {
  const { world } = await aSandbox()
  for (const first of ['0', '3', '7']) expect(world.lines.find(`${first}1234567`)).toBeUndefined()
  expect(isOperatorNumber('81234567')).toBe(true)
})

test('a movement changes two pots and the ledger, and never the sum of all pots', async () => {
  const { world } = await aSandbox()
  const before = world.money.total()
  const result = world.money.move({ ...aCapture, amount: 1_000, from: wallet('90000001'), to: merchant })
  expect(result.kind).toBe('moved')
  expect(world.money.total()).toBe(before)
  expect(world.money.ledger()).toEqual([
    {
      at: expect.any(String),
      face: 'money',
      kind: 'capture',
      reference: 'MM-1',
      ourReference: 'REF1',
      msisdn: '90000001',
      amount: 1_000,
      currency: 'XOF',
    },
  ])
})

test('a wallet never goes below zero, and a refused movement leaves no trace', async () => {
  const { world } = await aSandbox()
  const result = world.money.move({ ...aCapture, msisdn: '90000002', amount: 101, from: wallet('90000002'), to: merchant })
  expect(result).toEqual({ kind: 'insufficient', available: 100 })
  expect(world.money.ledger()).toEqual([])
})

test('five wrong PINs lock a wallet; the right one before that gives all tries back', async () => {
  const { world } = await aSandbox()
  const enter = (pin: string) => world.wallets.checkPin({ wallet: 'money', msisdn: '90000001', pin, reference: 'r' })
  expect(enter('0000')).toEqual({ kind: 'wrong', triesLeft: 4 })
  expect(enter('1234')).toEqual({ kind: 'right' })
  for (const triesLeft of [4, 3, 2, 1]) expect(enter('0000')).toEqual({ kind: 'wrong', triesLeft })
  expect(enter('0000')).toEqual({ kind: 'locked' })
  expect(enter('1234')).toEqual({ kind: 'locked' })
})

test('the payer 99 00 00 04 has the right PIN refused once for each payment', async () => {
  const { world } = await aSandbox()
  const enter = (reference: string) => world.wallets.checkPin({ wallet: 'money', msisdn: '99000004', pin: '1234', reference }).kind
  expect([enter('a'), enter('a'), enter('b'), enter('b')]).toEqual(['wrong', 'right', 'wrong', 'right'])
  expect(payerBehaviour('99000012')).toBe('notice-five-times')
  expect(payerBehaviour('90000001')).toBeUndefined()
})

test('a bill payment lowers the oldest open bills first and answers what was too much', async () => {
  const { world } = await aSandbox()
  expect(world.accounts.settle({ accountNo: '1000000003', amount: 12_451 })).toEqual({ overpaid: 0.5 })
  expect(world.accounts.outstanding('1000000003')).toBe(0)
  world.accounts.settle({ accountNo: 'P1234567890', amount: 30_000 })
  expect(world.accounts.bills('P1234567890').map((bill) => bill.remaining)).toEqual([0, 20_000, 7_500])
})

test('the world survives a restart', async () => {
  const folder = aFolder()
  const first = createWorld({ folder, onError: () => undefined })
  first.money.move({ ...aCapture, amount: 1_000, from: wallet('90000001'), to: merchant })
  first.inbox.receive({ to: '90000001', from: '300', text: 'Bonjour' })
  await first.close()
  const { world } = await aSandbox({ folder })
  expect(world.wallets.find('money', '90000001')?.balance).toBe(49_000)
  expect(world.inbox.of('90000001')).toHaveLength(1)
  expect(world.money.ledger()).toHaveLength(1)
})

test('after weeks of downtime the fixed invoices and bundles are as recent as on the first day', async () => {
  const folder = aFolder()
  await createWorld({ folder, onError: () => undefined }).close()
  const { world } = await aSandbox({ folder, realNow: () => Date.now() + 60 * DAY_MS })
  expect(world.accounts.bills('P1234567890').filter((bill) => bill.dueAt < world.clock.now())).toHaveLength(1)
  expect(world.lines.find('90000005')?.bundles.every(({ endsAt }) => Number(endsAt) > world.clock.now())).toBe(true)
})
