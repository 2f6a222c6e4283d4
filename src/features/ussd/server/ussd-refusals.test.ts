import { beforeEach, expect, test } from 'vitest'
import { aBundle, anAirtime } from '#tests/support/fake-operator.ts'
import { ussdWorld, type UssdWorld } from '#tests/support/ussd-world.ts'

const world: UssdWorld = await ussdWorld()
let last = 90_680_000
/** An unused number. */
const aNumber = () => String((last += 1))
const refused = (reason: 'insufficient_funds' | 'pin_locked') => ({
  kind: 'rejected' as const,
  reason,
  provider: { code: '1', text: 'no' },
})

beforeEach(() => {
  world.operator.balances = anAirtime(500_000)
  world.operator.bundles = [aBundle()]
})

test.for([
  ['insufficient_funds', 'Solde insuffisant'],
  ['pin_locked', 'Portefeuille bloqué'],
] as const)('USSD-6 a refusal has its reason, at once and as the last payment: %s', async ([reason, words]) => {
  world.script.money = refused(reason)
  const number = aNumber()
  const screen = await world.phone(number).send('1', '1', '500', '1')
  expect(screen).toMatch(/^END 500 F/)
  expect(screen).toContain(words)
  expect(screen).toContain('Rien de débité')
  expect(await world.phone(number).send('5')).toContain(words)
})

test('USSD-4 AIR-3 airtime pays only what it can; a balance that is not known hides nothing', async () => {
  const ways = async (balances: typeof world.operator.balances) => {
    world.operator.balances = balances
    return world.phone(aNumber()).send('2', '1', '1', '1', '1')
  }
  expect(await ways(anAirtime(999))).not.toContain('mon crédit')
  expect(await ways(anAirtime(1_000))).toContain('2 Payer avec mon crédit')
  expect(await ways([])).toContain('2 Payer avec mon crédit')
})

test('USSD-6 only what was begun is offered again after hanging up', async () => {
  const afterHangingUp = async (...inputs: string[]) => {
    const number = aNumber()
    await world.phone(number).send(...inputs)
    return world.phone(number).send()
  }
  for (const told of [['4'], ['5'], ['7'], ['1'], ['6'], ['3']]) expect(await afterHangingUp(...told), told.join()).toContain('1 Recharger')
  expect(await afterHangingUp('1', '1')).toContain('Recharger\n1 Continuer')
  expect(await afterHangingUp('1', '1', '700')).toContain('Recharger\n1 Continuer')
})

test('USSD-4 an amount out of the limits and a line that does not fit are asked for again, with the reason', async () => {
  const number = aNumber()
  const phone = world.phone(number)
  expect(await phone.send('1', '1', '50')).toMatch(/^CON Montant hors limites\.\nRecharge du .*\nTapez le montant, de 100 F/)
  expect(await phone.send('500')).toContain('Recharge de 500 F')
  const other = world.phone(aNumber())
  expect(await other.send('1', '2', '90000003')).toMatch(/^CON Cette ligne ne convient pas pour ce service\.\nTapez le numéro/)
  expect(await other.send('90700001')).toContain('Recharge du 90700001')
  expect(await world.phone('90000003').send('1', '1')).toMatch(/ne convient pas pour ce service\.\nRecharger quelle ligne/)
})

test('USSD-4 what was typed ahead of a refusal is not taken for an answer', async () => {
  const text = '1*2*90000003*90700001*500'
  const { body } = await world.post({ sessionId: 'ahead', phoneNumber: `+227${aNumber()}`, text })
  expect(body).toMatch(/^CON Cette ligne ne convient pas pour ce service\.\nTapez le numéro/)
})

test('USSD-6 the last payment is the last one that the line paid or received, here or on the web; a payer’s reason is the payer’s', async () => {
  const [payer, receiver] = [aNumber(), aNumber()]
  world.script.money = refused('insufficient_funds')
  await world.phone(payer).send('1', '2', receiver, '700', '1')
  const told = await world.phone(receiver).send('5')
  expect(told).toContain(`700 F pour le ${receiver}`)
  expect(told).not.toContain('Solde')
  await world.phone(receiver).send('1', '1', '800', '1')
  // As a payment on the web, which leaves nothing of the menu.
  await world.portal.database.pool.query('delete from ussd_purchase where msisdn = any($1)', [[payer, receiver]])
  expect(await world.phone(payer).send('5')).toContain('700 F')
  expect(await world.phone(receiver).send('5')).toContain('800 F')
  expect(await world.phone(aNumber()).send('5')).toContain('Pas de paiement ces 90 derniers jours')
})

test('USSD-2 a caller who chose English is refused in English', async () => {
  const number = aNumber()
  await world.phone(number).send('8')
  const phone = world.phone(number)
  const answers: string[] = []
  // In small groups: on a slow machine, many parallel requests would all time out.
  for (let round = 0; round < 10; round += 1) answers.push(...(await Promise.all(Array.from({ length: 15 }, () => phone.again()))))
  expect(answers).toContain('END Too many requests. Try again in a few minutes.')
  expect(answers.join()).not.toContain('Trop de')
})

test('USSD-2 an English session is in English: bundles, balances, contact', async () => {
  const speaker = await ussdWorld()
  speaker.operator.bundles = [aBundle({ english: { name: 'Week 1 GB', description: '1 GB for 7 days' } })]
  speaker.operator.balances = [
    ...anAirtime(5_000),
    { id: 'B', kind: 'DATA', label: 'Semaine 1 Go', remaining: { value: 500, unit: 'MB' }, total: null, expiresAt: null },
  ]
  const phone = speaker.phone(aNumber())
  await phone.send('8')
  expect(await phone.send('2', '1')).toContain('1 Internet')
  expect(await phone.send('1', '1')).toContain('Week 1 GB')
  expect(await phone.send('00', '4')).toContain('Week 1 GB: 500 MB')
  expect(await phone.send('00', '7')).toContain('Customer care')
  expect(await phone.send('00', '5')).toContain('No payment in the last 90 days')
})
