import { beforeEach, expect, test } from 'vitest'
import { runPaymentsCommand } from '../../../commands/payments-command.ts'
import { listAudit } from '#features/audit/server/audit-log.ts'
import { readSettings } from '#settings/settings.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { openDatabase } from '#server/database/database.ts'
import { aVisitor, codeSentTo, SEND, VERIFY, type Visitor } from '#tests/support/code-world.ts'
import { ON_PHONE, TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'

const world = await walletWorld()
const { script, begin, push } = world
const settings = readSettings({ LOG_LEVEL: 'silent' })
const command = (...args: string[]) => runPaymentsCommand(args, async () => openDatabase(world.portal.database.pool), settings)

beforeEach(() => {
  script.start = ON_PHONE
  world.passMinutes(60 * 24)
})

const REFUSED = { kind: 'rejected', reason: 'insufficient_funds', provider: { code: '51', text: '' } } as const

let lastPayer = 93_200_000
const aNumber = () => String((lastPayer += 1))

async function prove(msisdn: string): Promise<Visitor> {
  const visitor = aVisitor(world.portal)
  const { refId } = (await visitor.post(SEND, { msisdn, purpose: 'FIND' })).json().result
  await visitor.post(VERIFY, { refId, otp: codeSentTo(world.sent, msisdn) })
  return visitor
}

/** A payment that waits for approval on a payer's phone, or that the wallet refused. */
async function aPayment(payer: string, start: typeof script.start = ON_PHONE): Promise<{ owner: Visitor; transactionId: string }> {
  script.start = start
  const owner = aVisitor(world.portal)
  const transactionId = await begin(owner)
  await push(owner, transactionId, payer)
  return { owner, transactionId }
}

const claim = async (visitor: Visitor, body: object) =>
  (await visitor.post(`${TRANSACTION}/claim`, { kind: 'nothing-arrived', words: '', isInsisting: false, ...body })).json()
const read = async (visitor: Visitor, transactionId: string) => (await visitor.post(`${TRANSACTION}/claims`, { transactionId })).json()

test('FIND-3 a claim that the state cannot answer becomes one case with a number, a deadline and an SMS', async () => {
  const payer = aNumber()
  const { transactionId } = await aPayment(payer)
  const visitor = await prove(payer)
  const before = world.sent.length
  const { opened } = (await claim(visitor, { transactionId, words: 'mon PIN est 1234, carte 4084084084084081' })).result
  expect(opened).toMatchObject({ number: expect.stringMatching(/^C[A-Z2-9]{7}$/), kind: 'nothing-arrived', closedAt: null, answer: null })
  expect(Date.parse(opened.dueAt) - Date.parse(opened.openedAt)).toBe(24 * 3_600_000)
  expect(world.sent.slice(before)).toMatchObject([{ to: payer, text: expect.stringContaining(opened.number) }])
  const again = await Promise.all(Array.from({ length: 5 }, () => claim(visitor, { transactionId })))
  expect(again.map(({ result }) => result.opened.number)).toEqual(Array.from({ length: 5 }, () => opened.number))
  expect(world.sent).toHaveLength(before + 1)
  expect((await command('cases')).message).toMatch(new RegExp(`${opened.number}  G[A-Z2-9]{12}  due .*nothing-arrived`))
  expect((await command('cases')).message).not.toMatch(/1234|4084084084084081/)
})

test('FIND-3 a claim about money that was not taken is answered at once, and becomes a case only on insisting', async () => {
  const payer = aNumber()
  const { transactionId } = await aPayment(payer, REFUSED)
  const owner = await prove(payer)
  const answered = (await claim(owner, { transactionId })).result
  expect(answered).toMatchObject({ opened: null, details: { money: 'not-taken' } })
  expect((await read(owner, transactionId)).result).toMatchObject({ last: null, allowed: ['nothing-arrived', 'paid-twice', 'other'] })
  expect((await claim(owner, { transactionId, isInsisting: true })).result.opened).toMatchObject({ kind: 'nothing-arrived' })
})

test('FIND-3 a claim is refused for payments of others, unknown payments, and states that do not allow it', async () => {
  const { transactionId } = await aPayment(aNumber())
  const stranger = await prove(aNumber())
  for (const id of [transactionId, 'A'.repeat(22)]) {
    expect(await claim(stranger, { transactionId: id })).toMatchObject({ status: 'failure', code: 'not-found' })
    expect(await read(stranger, id)).toMatchObject({ status: 'failure', code: 'not-found' })
  }
  const payer = await prove('90000001')
  expect(await claim(payer, { transactionId, kind: 'wrong-number' })).toMatchObject({ code: 'claim-not-possible' })
})

test('FIND-3 a visit that began a payment for a number cannot send it SMS: a claim needs the code', async () => {
  const { owner, transactionId } = await aPayment(aNumber())
  const unasked = await begin(owner)
  const before = world.sent.length
  for (const id of [transactionId, unasked])
    expect(await claim(owner, { transactionId: id, kind: 'other', isInsisting: true })).toMatchObject({ code: 'not-found' })
  expect(world.sent).toHaveLength(before)
})

test('FIND-4 a case is closed once, with a name and an answer; the visitor reads the answer on the page and by SMS', async () => {
  const payer = aNumber()
  const { transactionId } = await aPayment(payer)
  const visitor = await prove(payer)
  const { number } = (await claim(visitor, { transactionId, kind: 'other', words: 'facture ?' })).result.opened
  expect(await command('close', number, '--by', 'A. Moussa')).toMatchObject({ ok: false })
  expect(await command('close', number, '--note', 'rien')).toMatchObject({ ok: false })
  expect(await command('close', number, '--by', 'A. Moussa', '--note', 'x'.repeat(301))).toMatchObject({ ok: false })
  // F71: in UCS-2 an SMS holds fewer characters, so this answer is shorter than a case allows and still too long.
  const long = await command('close', number, '--by', 'A. Moussa', '--note', 'ع'.repeat(200))
  expect(long).toEqual({ ok: false, message: 'The answer needs more than 3 SMS: shorten it.\n' })
  expect(await command('close', number.toLowerCase(), '--by', 'A. Moussa', '--note', 'Votre argent est rendu.')).toMatchObject({
    ok: true,
  })
  expect(await command('close', number, '--by', 'A. Moussa', '--note', 'encore')).toMatchObject({ ok: false })
  expect(await command('close', number, '--by', 'A. Moussa', '--note', 'votre PIN est 1234')).toMatchObject({ ok: false })
  const told = await listAudit(openDatabase(world.portal.database.pool), { act: 'answer-claim' })
  expect(told.filter(({ outcome, target }) => outcome === 'done' && target?.id === number)).toMatchObject([
    { outcome: 'done', actor: { name: 'A. Moussa' }, target: { kind: 'claim', id: number }, detail: { via: 'command' } },
  ])
  expect(await command('close', 'C0000000', '--by', 'A', '--note', 'x')).toMatchObject({ ok: false })
  expect((await read(visitor, transactionId)).result.last).toMatchObject({ number, answer: 'Votre argent est rendu.' })
  world.centre.outcome = 'unavailable'
  await world.portal.sendCaseReplies()
  const before = world.sent.length
  world.centre.outcome = 'accepted'
  await Promise.all([world.portal.sendCaseReplies(), world.portal.sendCaseReplies()])
  expect(world.sent.slice(before).filter(({ to }) => to === payer)).toMatchObject([
    { text: expect.stringMatching(`${number} ?: Votre argent est rendu.`) },
  ])
})

test('abuse 92 twenty orders without a payment request lead to no case and no SMS, even for the proven number', async () => {
  const owner = await prove('90000001')
  const before = world.sent.length
  for (let each = 0; each < 20; each += 1) {
    const transactionId = await begin(aVisitor(world.portal))
    const asked = { transactionId, kind: 'other', isInsisting: true }
    expect(await claim(owner, asked)).toMatchObject({ status: 'failure', code: 'not-found' })
  }
  expect(world.sent).toHaveLength(before)
  expect((await command('cases')).message).not.toContain('other')
})

test('abuse 92 a number opens five cases a day, in sequence or in parallel; the next day it may open more', async () => {
  const transactionIds: string[] = []
  for (let each = 0; each < 8; each += 1) transactionIds.push((await aPayment(aNumber(), REFUSED)).transactionId)
  // All of these payments are for this number.
  const msisdn = '90000001'
  const visitor = await prove(msisdn)
  const before = world.sent.length
  const insist = (transactionId: string) => claim(visitor, { transactionId, isInsisting: true })
  expect(await insist(transactionIds[0] ?? '')).toMatchObject({ status: 'success' })
  const answers = await Promise.all(transactionIds.slice(1).map(insist))
  expect(answers.filter(({ status }) => status === 'success')).toHaveLength(4)
  expect(answers.filter(({ code }) => code === 'claim-limit-reached')).toHaveLength(3)
  expect(world.sent.slice(before).filter(({ to }) => to === msisdn)).toHaveLength(5)
  // A claim about an open case returns that case.
  expect((await insist(transactionIds[0] ?? '')).result.opened).toMatchObject({ kind: 'nothing-arrived' })
  world.passMinutes(24 * 60 + 1)
  const nextDay = await prove(msisdn)
  const left = transactionIds.find((_, place) => place > 0 && answers[place - 1]?.code === 'claim-limit-reached')
  expect(await claim(nextDay, { transactionId: left, isInsisting: true })).toMatchObject({ status: 'success' })
})

test('CLAIM-1 the right number of a wrong-number claim is stored encrypted, hidden in the list, and shown to the role that may see it', async () => {
  const payer = aNumber()
  const { transactionId } = await aPayment(payer)
  const visitor = await prove(payer)
  const { opened } = (await claim(visitor, { transactionId, kind: 'other', msisdn: '91234567', isInsisting: true })).result
  expect(opened).toMatchObject({ kind: 'other' })
  expect(await command('number', opened.number, '--by', 'A. Moussa')).toMatchObject({ ok: false })
  const stored = async (number: string) =>
    (
      await world.portal.database.pool.query('select right_number, right_number_read_by as reader from pay_case where number = $1', [
        number,
      ])
    ).rows[0]
  // Only a claim about a wrong number asks for one.
  expect(await stored(opened.number)).toEqual({ right_number: null, reader: null })

  const other = await prove(aNumber())
  const { transactionId: second } = await aPayment(aNumber())
  const details = { kind: 'wrong-number', words: 'mon code 1234, et le bon numéro : 91 23 45 67', msisdn: '91234567' }
  const { number } = (await claimDetails(other, { ...(await knownOf(second)), ...details })).result
  expect((await stored(number)).right_number).not.toContain('91234567')
  const list = (await command('cases')).message
  expect(list).toMatch(new RegExp(`${number} .*wrong-number: mon code ••••, et le bon numéro : 91 •• •• 67 .*payments number`))
  expect(list).not.toMatch(/91 ?23 ?45 ?67|1234/)
  expect(await command('number', number)).toMatchObject({ ok: false })
  expect(await command('number', number, '--by', 'A. Moussa', '--note', 'the customer calls')).toEqual({ ok: true, message: '91234567\n' })
  expect(await stored(number)).toMatchObject({ reader: 'A. Moussa' })
  const [entry] = await listAudit(openDatabase(world.portal.database.pool), { limit: 1 })
  expect(entry).toMatchObject({ act: 'see-number', actor: { name: 'A. Moussa' }, target: { kind: 'claim', id: number } })
  expect(entry?.detail).toEqual({ reason: 'the customer calls', via: 'command' })
})

/** What a payer knows. */
async function knownOf(transactionId: string) {
  const { rows } = await world.portal.database.pool.query('select created_at from pay_order where id = $1', [transactionId])
  return { transactionId, amount: 500, day: calendarDay(rows[0].created_at) }
}
const claimDetails = async (visitor: Visitor, body: object) =>
  (await visitor.post(`${TRANSACTION}/claim-by-details`, { kind: 'nothing-arrived', words: '', ...body })).json()

test('CLAIM-1 a payer whose number the payment does not name opens one case with reference, amount, day and a proven reply number', async () => {
  const { transactionId } = await aPayment(aNumber())
  const replyTo = aNumber()
  const known = await knownOf(transactionId)
  expect(await claimDetails(aVisitor(world.portal), known)).toMatchObject({ code: 'code-user-unknown' })
  const visitor = await prove(replyTo)
  for (const wrong of [{ amount: 501 }, { day: '2020-01-01' }, { transactionId: 'A'.repeat(22) }])
    expect(await claimDetails(visitor, { ...known, ...wrong })).toMatchObject({ status: 'failure', code: 'claim-no-match' })
  const before = world.sent.length
  const opened = (await claimDetails(visitor, { ...known, words: 'payé par carte' })).result
  expect(Object.keys(opened).toSorted()).toEqual(['answer', 'closedAt', 'dueAt', 'kind', 'number', 'openedAt'])
  expect(world.sent.slice(before)).toMatchObject([{ to: replyTo, text: expect.stringContaining(opened.number) }])
  expect((await claimDetails(visitor, known)).result).toMatchObject({ number: opened.number })
  // It shows nothing more: not the payment, and not this case to another number.
  expect(await read(visitor, transactionId)).toMatchObject({ code: 'not-found' })
  expect(await claimDetails(await prove(aNumber()), known)).toMatchObject({ code: 'claim-open' })
  expect((await command('cases')).message).toContain('payé par carte')
})
