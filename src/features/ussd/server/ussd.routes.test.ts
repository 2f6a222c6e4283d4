import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { aBundle, anAirtime } from '#tests/support/fake-operator.ts'
import { ussdWorld, type UssdWorld } from '#tests/support/ussd-world.ts'

let world: UssdWorld
let last = 90_600_000
/** An unused number. */
const aNumber = () => String((last += 1))

beforeAll(async () => {
  world = await ussdWorld()
})

const orders = async () => (await world.portal.database.pool.query('select count(*)::int as count from pay_order')).rows[0].count
const startedBy = (number: string) => world.started.filter((line) => line.includes(number))

test('USSD-1 the main menu opens on any phone, in French, and every choice leads to a screen', async () => {
  const menu = await world.phone(aNumber()).send()
  expect(menu).toMatch(/^CON Ténéré Mobile\n1 Recharger\n2 Forfaits\n3 Payer une facture\n4 Mon solde\n/)
  for (const digit of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    const phone = world.phone(aNumber())
    await phone.send()
    const answer = await phone.send(digit)
    expect(answer).toMatch(/^CON /)
    expect(answer).not.toContain('non valable')
  }
})

test('USSD-4 recharging the own line sends a request to the wallet, which asks for its PIN itself, and an SMS with the link', async () => {
  const number = aNumber()
  const phone = world.phone(number)
  await phone.send()
  expect(await phone.send('1')).toContain(`1 Ma ligne ${number}`)
  expect(await phone.send('1')).toContain('de 100 F à 100 000 F')
  expect(await phone.send('500')).toBe(`CON Recharge de 500 F pour le ${number}\n1 Payer par Ténéré Money\n0 Retour 00 Menu`)
  expect(startedBy(number)).toEqual([])
  const end = await phone.send('1')
  expect(end).toMatch(/^END 500 F, réf. G[A-Z2-9]{12}\nValidez la demande Ténéré Money sur ce téléphone.\nUn SMS suit.$/)
  expect(startedBy(number)).toEqual([`money-push ${number} 500`])
  const sms = world.sent.filter(({ to }) => to === number)
  expect(sms).toHaveLength(1)
  expect(sms[0]?.text).toMatch(/\/payment\/status\?id=[A-Za-z0-9_-]{22}$/)
})

test('USSD-4 another line follows the rules of the web: typed, checked, and paid by the caller', async () => {
  const number = aNumber()
  const phone = world.phone(number)
  expect(await phone.send('1', '2')).toContain('8 chiffres')
  expect(await phone.send('70000001')).toContain('ne convient pas')
  const other = world.phone(number)
  expect(await other.send('1', '2', '90000003')).toContain('ne convient pas')
  const right = world.phone(number)
  expect(await right.send('1', '2', '90700001', '700', '1')).toMatch(/^END 700 F/)
  expect(startedBy(number)).toEqual([`money-push ${number} 700`])
})

test('USSD-4 a bundle: category, period, list with prices; paid with airtime where that is allowed', async () => {
  world.script.airtime = 'paid'
  const before = world.operator.balances
  world.operator.balances = anAirtime(1_000)
  const number = aNumber()
  const phone = world.phone(number)
  expect(await phone.send('2', '1')).toContain('1 Internet')
  expect(await phone.send('1')).toContain('1 Semaine')
  expect(await phone.send('1')).toContain('1 Semaine 1 Go 1 000 F')
  expect(await phone.send('1')).toBe(
    `CON Semaine 1 Go\n1 000 F pour le ${number}\n1 Payer par Ténéré Money\n2 Payer avec mon crédit\n0 Retour 00 Menu`,
  )
  expect(await phone.send('2')).toMatch(/^END 1 000 F, réf. G.{12}\n(Payé, livraison en cours|Payé et livré)\./)
  expect(startedBy(number)).toEqual([`airtime ${number} 1000`])
  world.operator.balances = before
})

test('USSD-4 a category has the periods of its own bundles', async () => {
  const wide = await ussdWorld()
  wide.operator.bundles = [aBundle(), aBundle({ productCode: 'VOICE_1D', category: 'voice', name: 'Jour 30 min', periodType: 'Day' })]
  const phone = wide.phone(aNumber())
  expect(await phone.send('2', '1')).toMatch(/1 Internet\n2 /)
  const periods = await phone.send('1')
  expect(periods).toContain('1 Semaine')
  expect(periods).not.toContain('Jour')
})

test('USSD-4 a bill: the amount is shown for the calling line only', async () => {
  expect(await world.phone('90000003').send('3')).toMatch(/^CON Ligne 90000003\nReste à payer : [0-9 ]+ F\n1 Payer /)
  expect(await world.phone(aNumber()).send('3')).toContain('pas de facture')
  const other = world.phone(aNumber())
  expect(await other.send('3', '1', '90000003')).toBe(
    'CON Facture du 90000003\nTapez le montant, de 500 F à 1 000 000 F :\n0 Retour 00 Menu',
  )
  expect(await other.send('1500')).toContain('1 500 F\n1 Payer par')
})

test('USSD-4 the balance of the calling line needs no code; other lines have no balance here', async () => {
  expect(await world.phone(aNumber()).send('4')).toContain('Crédit : 500 F\nMois 20 Go : 500 Mo, fin 03/12\nNuits illimitées : illimité')
})

test('USSD-4 shops by region and town, contact with opening hours, and the other language, which the next session keeps', async () => {
  const phone = world.phone(aNumber())
  expect(await phone.send('6')).toMatch(/1 Agadez\n2 Diffa/)
  expect(await phone.send('1')).toMatch(/^CON Agadez : quelle ville/)
  expect(await phone.send('1')).toContain('Tel 9')
  const contact = await phone.send('00', '7')
  expect(contact).toContain('Service client : 300')
  expect(contact).toContain('\nLe 300, tous les jours : 24 h sur 24\nWhatsApp, du lundi au samedi : 8 h - 20 h\n98 ')
  expect(await phone.send('98')).toContain('Boutiques : selon la boutique\n0 ')
  const number = aNumber()
  const speaker = world.phone(number)
  expect(await speaker.send('8')).toContain('1 Recharge\n2 Bundles')
  await speaker.send('6')
  world.passSeconds(301)
  expect(await world.phone(number).send()).toContain('1 Recharge\n2 Bundles')
})

test('USSD-5 F09 one purchase however often phone or gateway send it: in a row, twenty in parallel, after the end', async () => {
  const number = aNumber()
  const phone = world.phone(number)
  await phone.send('1', '1', '600')
  const before = await orders()
  const many = await Promise.all([phone.send('1'), ...Array.from({ length: 20 }, () => phone.again())])
  expect(new Set(many.filter((answer) => answer.startsWith('END 600 F')))).toHaveLength(1)
  expect(await phone.again()).toBe(many[0])
  expect(startedBy(number)).toEqual([`money-push ${number} 600`])
  expect(await orders()).toBe(before + 1)
  expect(world.sent.filter(({ to }) => to === number)).toHaveLength(1)
})

test('USSD-5 a whole session sent again under the same id asks before it pays a second time', async () => {
  const number = aNumber()
  for (const round of [1, 2]) {
    await world.phone(number, 'replayed').send()
    const phone = world.phone(number, 'replayed')
    const end = await phone.send('1', '1', '650', '1')
    if (round === 1) expect(end).toMatch(/^END 650 F/)
    world.passSeconds(130)
  }
  expect(startedBy(number)).toEqual([`money-push ${number} 650`])
})

test('USSD-5 of two parallel sessions of one number, the second shows the payment of the first', async () => {
  const number = aNumber()
  const [one, two] = [world.phone(number), world.phone(number)]
  await one.send('1', '1', '550')
  await two.send('1', '1', '550')
  const answers = await Promise.all([one.send('1'), two.send('1')])
  expect(answers.filter((answer) => answer.startsWith('END 550 F'))).toHaveLength(1)
  expect(answers.filter((answer) => answer.startsWith('CON Déjà demandé il y a 1 min'))).toHaveLength(1)
  expect(startedBy(number)).toHaveLength(1)
  const told = answers[0]?.startsWith('CON') ? one : two
  expect(await told.send('2')).toMatch(/^END 550 F/)
  expect(startedBy(number)).toHaveLength(2)
})

test('USSD-5 a dialled code, a link or a replayed request never pays by itself: the screen with the price comes first', async () => {
  const number = aNumber()
  const answer = await world.post({ sessionId: 'dialled', phoneNumber: `+227${number}`, text: '1*1*500*1*1*1' })
  expect(answer.body).toMatch(/^CON Recharge de 500 F/)
  expect(startedBy(number)).toEqual([])
  expect((await world.post({ sessionId: 'dialled', phoneNumber: `+227${number}`, text: '1*1*500*1*1*1*1' })).body).toMatch(/^END 500 F/)
})

test('USSD-5 steps out of order: a late copy of an earlier step changes nothing', async () => {
  const number = aNumber()
  const phone = world.phone(number, 'mixed')
  await phone.send('1', '1', '800')
  const late = await world.post({ sessionId: 'mixed', phoneNumber: `+227${number}`, text: '1' })
  expect(late.body).toContain(`1 Ma ligne ${number}`)
  expect(await phone.send('1')).toMatch(/^END 800 F/)
  expect(startedBy(number)).toHaveLength(1)
})

test('USSD-5 a step whose worker crashed is worked again from the session’s current step', async () => {
  const number = aNumber()
  const phone = world.phone(number)
  await phone.send('1')
  const { pool } = world.portal.database
  const { rows } = await pool.query('select id, step, heard_hash, menu from ussd_session where msisdn = $1', [number])
  const [{ id, step, heard_hash: heard, menu }] = rows
  const amount = await phone.send('1')
  expect(amount).toContain('Tapez le montant')
  await pool.query('update ussd_session set step = $2, heard_hash = $3, menu = $4 where id = $1', [id, step, heard, menu])
  await pool.query('update ussd_step set answer = null where session_id = $1 and step = 2', [id])
  world.passSeconds(30)
  expect(await phone.again()).toBe(amount)
})

test('USSD-6 a cut session is offered again for five minutes with the same purchase, and not after that', async () => {
  const number = aNumber()
  await world.phone(number).send('1', '1', '900')
  world.passSeconds(60)
  const again = world.phone(number)
  expect(await again.send()).toBe('CON Session coupée : Recharger\n1 Continuer\n2 Nouveau menu')
  expect(await again.send('1')).toContain('Recharge de 900 F')
  expect(await again.send('1')).toMatch(/^END 900 F/)
  // A finished session is not offered again.
  expect(await world.phone(number).send()).toContain('1 Recharger')
  const { rows } = await world.portal.database.pool.query(
    `select count(*)::int as count from purchase where query_data ->> 'msisdn' = '${number}'`,
  )
  expect(rows[0].count).toBe(1)
  await world.phone(number).send('1', '1')
  world.passSeconds(301)
  expect(await world.phone(number).send()).toContain('1 Recharger')
})

test('USSD-5 a gateway that resends a cut session from its first request gets the same screens, and nothing is paid', async () => {
  const number = aNumber()
  const first = world.phone(number, 'lost-memory')
  await first.send()
  await first.send('1', '9', '1', '500')
  world.passSeconds(20)
  const again = world.phone(number, 'lost-memory')
  expect(await again.send()).toContain('1 Recharger')
  expect(await again.send('1', '9', '1', '500')).toContain('Recharge de 500 F')
  expect(startedBy(number)).toEqual([])
})

test('USSD-6 the state of the last payment is shown also after a session that was cut before its end', async () => {
  const number = aNumber()
  expect(await world.phone(number).send('5')).toContain('Pas de paiement')
  await world.phone(number).send('1', '1', '450', '1')
  const state = await world.phone(number).send('5')
  expect(state).toMatch(new RegExp(`^CON 450 F pour le ${number}\nValidez la demande Ténéré Money sur ce téléphone.\nRéf. G`))
  expect(await world.phone(aNumber()).send('5')).toContain('Pas de paiement')
})

test('USSD-5 F25 a wallet timeout means unknown, never failed, and is not sent again', async () => {
  world.script.money = 'silence'
  const number = aNumber()
  const phone = world.phone(number)
  const end = await phone.send('1', '1', '500', '1')
  expect(end).toContain('En cours de confirmation. Ne payez pas deux fois.')
  expect(await phone.again()).toBe(end)
  expect(startedBy(number)).toHaveLength(1)
  world.script.money = { kind: 'accepted', providerRef: null, action: { type: 'approve-on-phone', until: new Date(Date.now() + 120_000) } }
})

test('USSD-7 a step longer than two seconds ends with “an SMS follows”, once, and the SMS arrives', async () => {
  world.script.tookMs = 2_500
  const number = aNumber()
  const phone = world.phone(number)
  await phone.send('1', '1', '950')
  const began = performance.now()
  const [end, copy] = await Promise.all([phone.send('1'), phone.again()])
  expect(performance.now() - began).toBeLessThan(2_200)
  expect(end).toBe('END Votre demande est en cours. Ne payez pas deux fois : un SMS suit.')
  expect(copy === end || copy.includes('950 F')).toBe(true)
  await expect.poll(() => world.sent.filter(({ to }) => to === number).length, { timeout: 5_000 }).toBe(1)
  expect(startedBy(number)).toHaveLength(1)
  world.script.tookMs = 0
})

test('USSD-7 MSG-1 a delayed answer about an earlier payment arrives by SMS as promised, without menu choices', async () => {
  const number = aNumber()
  await world.phone(number).send('1', '1', '850', '1')
  const again = world.phone(number)
  await again.send('1', '1', '850')
  const holder = await world.portal.database.pool.connect()
  await holder.query('begin')
  await holder.query('lock table ussd_purchase in access exclusive mode')
  expect(await again.send('1')).toBe('END Votre demande est en cours. Ne payez pas deux fois : un SMS suit.')
  await holder.query('rollback')
  holder.release()
  const last = () => world.sent.findLast(({ to }) => to === number)?.text
  await expect.poll(last, { timeout: 5_000 }).toMatch(/^D.j. demand. .*850 F/)
  expect(last()).not.toMatch(/Retour|^1 /m)
  expect(startedBy(number)).toHaveLength(1)
})

test('USSD-7 a delayed balance arrives by SMS, without menu choices', async () => {
  const slow = await ussdWorld()
  const { readBalances } = slow.operator
  slow.operator.readBalances = async (...asked) => {
    await pause(2_500)
    return readBalances(...asked)
  }
  const number = aNumber()
  expect(await slow.phone(number).send('4')).toMatch(/^END .*SMS/)
  await expect.poll(() => slow.sent.length, { timeout: 5_000 }).toBe(1)
  expect(slow.sent[0]).toMatchObject({ to: number, text: expect.stringContaining('Crédit : 500 F') })
  expect(slow.sent[0]?.text).not.toContain('Retour')
})
