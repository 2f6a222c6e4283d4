import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { aBundle } from '#tests/support/fake-operator.ts'
import { ussdWorld, type UssdWorld } from '#tests/support/ussd-world.ts'

let world: UssdWorld
let last = 90_600_000
/** A number that nobody used. */
const aNumber = () => String((last += 1))

beforeAll(async () => {
  world = await ussdWorld()
})

const orders = async () => (await world.portal.database.pool.query('select count(*)::int as count from pay_order')).rows[0].count
const startedBy = (number: string) => world.started.filter((line) => line.includes(number))

test('USSD-1 the main menu opens on any phone, in French, and every choice of it leads somewhere', async () => {
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

test('USSD-4 own line: recharged by a request of the wallet, which asks for the secret itself, and told by SMS with the link', async () => {
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

test('USSD-4 another line follows the web’s rules: typed, checked, and paid by whoever calls', async () => {
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
  const number = aNumber()
  const phone = world.phone(number)
  expect(await phone.send('2', '1')).toContain('1 Data')
  expect(await phone.send('1')).toContain('1 Semaine')
  expect(await phone.send('1')).toContain('1 Semaine 1 Go 1 000 F')
  expect(await phone.send('1')).toBe(
    `CON Semaine 1 Go\n1 000 F pour le ${number}\n1 Payer par Ténéré Money\n2 Payer avec mon crédit\n0 Retour 00 Menu`,
  )
  expect(await phone.send('2')).toMatch(/^END 1 000 F, réf. G.{12}\n(Payé, livraison en cours|Payé et livré)\./)
  expect(startedBy(number)).toEqual([`airtime ${number} 1000`])
})

test('USSD-4 a category has the periods of its own bundles', async () => {
  const wide = await ussdWorld()
  wide.operator.bundles = [aBundle(), aBundle({ productCode: 'VOICE_1D', category: 'voice', name: 'Jour 30 min', periodType: 'Day' })]
  const phone = wide.phone(aNumber())
  expect(await phone.send('2', '1')).toMatch(/1 Data\n2 /)
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

test('USSD-4 the balance of the calling line needs no code; nobody else’s can be asked for', async () => {
  expect(await world.phone(aNumber()).send('4')).toContain('Crédit : 500 F\nMois 20 Go : 500 Mo, fin 03/12\nNuits illimitées : illimité')
})

test('USSD-4 shops by region and town, contact with its hours, and the other language, which stays for the next call', async () => {
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

test('USSD-5 F09 one purchase however often the phone or the gateway sends it: in a row, twenty at once, after the end', async () => {
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

test('USSD-5 a whole session played again under the same id asks before it pays a second time', async () => {
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

test('USSD-5 two sessions of one number that press at the same moment: the second is told of the first', async () => {
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

test('USSD-5 a dialled code, a link or a replayed request never pays: the screen with the price comes first', async () => {
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

test('USSD-5 a step whose maker died is worked again from where the session stands', async () => {
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

test('USSD-6 a cut session is offered again for five minutes, with the same purchase, and then no more', async () => {
  const number = aNumber()
  await world.phone(number).send('1', '1', '900')
  world.passSeconds(60)
  const again = world.phone(number)
  expect(await again.send()).toBe('CON Session coupée : Recharger\n1 Continuer\n2 Nouveau menu')
  expect(await again.send('1')).toContain('Recharge de 900 F')
  expect(await again.send('1')).toMatch(/^END 900 F/)
  // What was finished is not offered again.
  expect(await world.phone(number).send()).toContain('1 Recharger')
  const { rows } = await world.portal.database.pool.query(
    `select count(*)::int as count from purchase where query_data ->> 'msisdn' = '${number}'`,
  )
  expect(rows[0].count).toBe(1)
  await world.phone(number).send('1', '1')
  world.passSeconds(301)
  expect(await world.phone(number).send()).toContain('1 Recharger')
})

test('USSD-5 a gateway that sends a cut session again from its first request meets the screens it met before, and pays nothing', async () => {
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

test('USSD-6 the state of the last payment is told also after a session that was cut before its end', async () => {
  const number = aNumber()
  expect(await world.phone(number).send('5')).toContain('Pas de paiement')
  await world.phone(number).send('1', '1', '450', '1')
  const state = await world.phone(number).send('5')
  expect(state).toMatch(new RegExp(`^CON 450 F pour le ${number}\nValidez la demande Ténéré Money sur ce téléphone.\nRéf. G`))
  expect(await world.phone(aNumber()).send('5')).toContain('Pas de paiement')
})

test('USSD-5 F25 a wallet that does not answer is unknown and never failed, and is not asked again', async () => {
  world.script.money = 'silence'
  const number = aNumber()
  const phone = world.phone(number)
  const end = await phone.send('1', '1', '500', '1')
  expect(end).toContain('En cours de confirmation. Ne payez pas deux fois.')
  expect(await phone.again()).toBe(end)
  expect(startedBy(number)).toHaveLength(1)
  world.script.money = { kind: 'accepted', providerRef: null, action: { type: 'approve-on-phone', until: new Date(Date.now() + 120_000) } }
})

test('USSD-7 what takes longer than two seconds ends with “an SMS follows”, once, and the SMS comes', async () => {
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

test('USSD-7 a balance that comes late is told by SMS, without the keys of a menu', async () => {
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

test('USSD-8 airtime has a cap for a number and one for all in a day; the next day begins anew', async () => {
  const capped = await ussdWorld({ USSD_AIRTIME_PER_NUMBER: '2500', USSD_AIRTIME_IN_ALL: '4000' })
  capped.script.airtime = 'paid'
  const buy = async (number: string) => {
    const answer = await capped.phone(number).send('2', '1', '1', '1', '1', '2')
    return answer.includes('Déjà demandé') ? 'asked before' : answer.includes('Plafond') ? 'capped' : answer.slice(0, 3)
  }
  const buyLater = async (number: string) => {
    capped.passSeconds(660)
    return buy(number)
  }
  expect([await buy('90800001'), await buyLater('90800001'), await buyLater('90800001')]).toEqual(['END', 'END', 'capped'])
  expect([await buy('90800002'), await buyLater('90800002')]).toEqual(['END', 'END'])
  expect(await buy('90800003')).toBe('capped')
  expect(capped.started).toHaveLength(4)
  capped.passSeconds(24 * 3600)
  expect(await buy('90800003')).toBe('END')
})

test('USSD-8 a hundred at once do not get past the cap for all', async () => {
  const capped = await ussdWorld({ USSD_AIRTIME_IN_ALL: '5000' })
  capped.script.airtime = 'paid'
  const phones = Array.from({ length: 100 }, (_none, index) => capped.phone(String(90_810_000 + index)))
  await Promise.all(phones.map((phone) => phone.send('2', '1', '1', '1', '1')))
  await Promise.all(phones.map((phone) => phone.send('2')))
  // On a slow machine some were told that an SMS follows, and are worked still; others were told to dial again.
  const claimed = () => capped.portal.database.pool.query('select from ussd_purchase').then(({ rowCount }) => rowCount)
  await expect.poll(claimed, { timeout: 15_000 }).toBe(5)
  await expect.poll(() => capped.started.length, { timeout: 15_000 }).toBe(5)
  await Promise.all(phones.map((phone) => phone.again()))
  expect(capped.started.filter((line) => line.startsWith('airtime'))).toHaveLength(5)
}, 60_000)
