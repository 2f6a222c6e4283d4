import { expect, test } from 'vitest'
import { ussdWorld, type UssdWorld } from '#tests/support/ussd-world.ts'

const ACCOUNT = '1000000003'

const change = ({ operator }: UssdWorld, outstanding: number) =>
  (operator.invoices = operator.invoices.map((each) => (each.accountNo === ACCOUNT ? { ...each, outstanding } : each)))

test.for([
  ['paid meanwhile', (world: UssdWorld) => change(world, 0), 'Déjà payé'],
  ['changed', (world: UssdWorld) => change(world, 4000), 'a changé'],
  [
    'unreadable',
    ({ operator }: UssdWorld) => (operator.readOpenInvoices = async () => ({ ok: false, fault: { kind: 'unavailable' } })),
    'indisponible',
  ],
] as const)('USSD-4 I18 PAID-1 the whole bill, %s: the screen says so, and no payment is requested', async ([, happens, words]) => {
  const world = await ussdWorld()
  const phone = world.phone('90000003')
  expect(await phone.send('3', '1')).toContain('Payer par')
  happens(world)
  expect(await phone.send('1')).toContain(words)
  expect(world.started).toEqual([])
})

test('USSD-4 I18 the whole bill is a subject; a typed part of it is not', async () => {
  const world = await ussdWorld()
  const subjects = async () => (await world.portal.database.pool.query('select subject from pay_order order by created_at')).rows
  expect(await world.phone('90000003').send('3', '1', '1')).toMatch(/^END 12 451 F/)
  expect(await world.phone('90000004').send('3', '2', '1500', '1')).toMatch(/^END 1 500 F/)
  expect(await subjects()).toEqual([{ subject: expect.stringMatching(/^bill:/) }, { subject: null }])
})
