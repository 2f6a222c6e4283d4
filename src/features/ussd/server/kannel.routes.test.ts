import { beforeAll, expect, test } from 'vitest'
import { postByKannel, smppPhone } from '#tests/support/kannel-phone.ts'
import { ussdWorld, type UssdWorld } from '#tests/support/ussd-world.ts'

let world: UssdWorld
let last = 93_600_000
const aNumber = () => String((last += 1))

beforeAll(async () => {
  world = await ussdWorld()
})

const sessions = async () => (await world.portal.database.pool.query('select count(*)::int as count from ussd_session')).rows[0].count
const startedBy = (number: string) => world.started.filter((line) => line.includes(number))

test('USSD-2 USSD-4 the SMPP endpoint sends a screen as operation 2 in its session, and the last one as 17 with the end mark', async () => {
  const number = aNumber()
  const phone = smppPhone(world, number, { session: 0x11 })
  const menu = await phone.dial()
  expect(menu).toMatchObject({ status: 200, metaData: '?smpp?ussd_service_op=2&its_session_info=%11%00' })
  expect(menu.text).toMatch(/^Ténéré Mobile\n1 Recharger\n2 Forfaits\n/)
  expect((await phone.press('1', '1')).text).toContain('de 100 F à 100 000 F')
  const confirm = await phone.press('500')
  expect(confirm).toMatchObject({ metaData: '?smpp?ussd_service_op=2&its_session_info=%11%06' })
  expect(confirm.text).toContain('Recharge de 500 F')
  const end = await phone.press('1')
  expect(end).toMatchObject({ metaData: '?smpp?ussd_service_op=17&its_session_info=%11%09' })
  expect(end.text).toMatch(/^500 F, réf\. G/)
  expect(startedBy(number)).toEqual([`money-push ${number} 500`])
})

test('USSD-5 F09 copies of a message from Kannel or the network are one press: in a row, parallel, late, after the end', async () => {
  const number = aNumber()
  const phone = smppPhone(world, number)
  await phone.dial()
  const first = await phone.press('1')
  for (const copy of [await phone.posted(), await phone.again()]) expect(copy).toEqual(first)
  await phone.press('1', '600')
  const [end, ...copies] = await Promise.all([phone.press('1'), ...Array.from({ length: 10 }, () => phone.again())])
  for (const copy of copies) expect([end?.text, expect.stringContaining('Le réseau est lent')]).toContainEqual(copy.text)
  world.passSeconds(30)
  expect(await phone.again()).toEqual(end)
  expect(startedBy(number)).toEqual([`money-push ${number} 600`])
})

test('USSD-5 a late copy of an earlier press does not answer a later screen', async () => {
  const number = aNumber()
  const phone = smppPhone(world, number)
  await phone.dial()
  const early = { from: `+227${number}`, operation: 18, session: [phone.session, 2], text: '1' }
  await phone.press('1', '1', '500')
  const late = await postByKannel(world, early)
  expect(late.text).toContain(`1 Ma ligne ${number}`)
  expect(startedBy(number)).toEqual([])
  expect((await phone.press('1')).text).toMatch(/^500 F, réf/)
})

test('USSD-5 the same digit twice is two presses where the network has a message counter, however fast', async () => {
  const phone = smppPhone(world, aNumber())
  await phone.dial()
  expect((await phone.press('1')).text).toContain('quelle ligne')
  expect((await phone.press('1')).text).toContain('Tapez le montant')
})

test('USSD-2 a code dialled with inputs opens the payment screen, and never pays by itself', async () => {
  const number = aNumber()
  const phone = smppPhone(world, number)
  expect((await phone.dial('*222*1*1*500*1*1#')).text).toContain('Recharge de 500 F')
  expect(startedBy(number)).toEqual([])
  const other = smppPhone(world, aNumber())
  for (const dialled of ['222', '', '*144#', '*222*', `*222*${'1*'.repeat(70)}#`, `*222*${'1'.repeat(50)}#`])
    expect((await other.dial(dialled)).text).toContain('1 Recharger')
})

test('USSD-6 the end of a session by the network gets an empty answer; the next dialling may resume the session', async () => {
  const number = aNumber()
  const phone = smppPhone(world, number, { session: 9 })
  await phone.dial()
  await phone.press('1', '1', '900')
  const ended = await postByKannel(world, { from: `+227${number}`, operation: 18, session: [9, 7], text: '1' })
  expect(ended).toEqual({ status: 200, text: '', metaData: undefined })
  expect(startedBy(number)).toEqual([])
  const again = smppPhone(world, number, { session: 10 })
  expect((await again.dial()).text).toBe('Session coupée : Recharger\n1 Continuer\n2 Nouveau menu')
  expect((await again.press('1')).text).toContain('Recharge de 900 F')
})

test('USSD-6 an answer to an unknown session opens the menu and selects nothing', async () => {
  const number = aNumber()
  const unknown = await postByKannel(world, { from: `+227${number}`, operation: 18, session: [99, 8], text: '1' })
  expect(unknown.text).toContain('1 Recharger')
  const phone = smppPhone(world, number, { session: 98 })
  await phone.dial()
  await phone.press('1', '1', '500')
  world.passSeconds(301)
  expect((await phone.press('1')).text).toContain('1 Recharger')
  expect(startedBy(number)).toEqual([])
})

test('USSD-5 callers stay separate in a network that uses one session number for all calls', async () => {
  const [one, two] = [aNumber(), aNumber()]
  const phones = [smppPhone(world, one, { session: 0 }), smppPhone(world, two, { session: 0 })] as const
  await Promise.all(phones.map((phone) => phone.dial()))
  expect((await phones[0].press('1')).text).toContain(one)
  expect((await phones[1].press('1')).text).toContain(two)
  await phones[0].press('1', '500')
  const redialled = smppPhone(world, one, { session: 0 })
  expect((await redialled.dial()).text).toContain('1 Recharger')
  expect((await redialled.press('1')).text).toContain('quelle ligne')
  expect(startedBy(one)).toEqual([])
})

test('USSD-2 the profile `plain` takes both octets as session; it detects Kannel’s copies by id, the network’s by time', async () => {
  const plain = await ussdWorld({ USSD_SMPP_PROFILE: 'plain' })
  const number = aNumber()
  const send = (text: string, id: string) =>
    postByKannel(plain, { id, from: `+227${number}`, operation: text.startsWith('*') ? 1 : 18, session: [1, 1], text })
  expect((await send('*222#', 'a')).metaData).toBe('?smpp?ussd_service_op=2&its_session_info=%01%01')
  await send('1', 'b')
  plain.passSeconds(5)
  const amount = await send('1', 'c')
  expect(amount.text).toContain('Tapez le montant')
  expect(await send('1', 'd')).toEqual(amount)
  plain.passSeconds(30)
  expect(await send('1', 'c')).toEqual(amount)
  await send('500', 'e')
  plain.passSeconds(30)
  expect((await send('1', 'f')).metaData).toBe('?smpp?ussd_service_op=17&its_session_info=%01%01')
  expect(plain.started).toEqual([`money-push ${number} 500`])
})

test('USSD-2 a network without its_session_info has one session for each number', async () => {
  const number = aNumber()
  const menu = await postByKannel(world, { from: `227${number}`, session: null })
  expect(menu.metaData).toBe('?smpp?ussd_service_op=2')
  const answer = await postByKannel(world, { from: `227${number}`, session: null, operation: 18, text: '1' })
  expect(answer.text).toContain(`1 Ma ligne ${number}`)
})

test('USSD-2 input may be UTF-16 and contain any letters', async () => {
  const utf16 = Buffer.from('ɓaƙi', 'utf16le').swap16()
  const number = aNumber()
  const phone = smppPhone(world, number, { session: 77 })
  await phone.dial()
  const answer = await postByKannel(world, {
    from: `+227${number}`,
    operation: 18,
    session: [77, 2],
    body: utf16,
    contentType: 'text/plain; charset="UTF-16BE"',
  })
  expect(answer.text).toMatch(/^Choix non valable/)
  const odd = await postByKannel(world, {
    from: `+227${number}`,
    operation: 18,
    session: [77, 4],
    body: utf16.subarray(1),
    contentType: 'text/plain; charset="UTF-16BE"',
  })
  expect(odd.text).toMatch(/^Choix non valable/)
})

test('USSD-2 a code dialled in UTF-16 leads to the same screen as in UTF-8', async () => {
  const body = Buffer.from('*222*1*1*500#', 'utf16le').swap16()
  const answer = await postByKannel(world, { from: `+227${aNumber()}`, body, contentType: 'text/plain; charset="UTF-16BE"' })
  expect(answer.text).toContain('Recharge de 500 F')
})

test('USSD-5 dialling again starts at the main menu, even when the network restarts its counter', async () => {
  const phone = smppPhone(world, aNumber())
  await phone.dial()
  await phone.press('1', '1', '500')
  await phone.dial()
  expect((await phone.press('2', '1')).text).toContain('1 Internet')
})

test.for([
  ['no key', { key: '' }],
  ['a wrong key', { key: 'sandbox-ussd-smpq' }],
  ['the key of the other endpoint', { key: 'sandbox-ussd' }],
  ['another address', { address: '10.0.0.7' }],
] as const)('USSD-2 abuse 12 the SMPP endpoint refuses %s before it reads the body', async ([, posted]) => {
  const before = await sessions()
  expect(await postByKannel(world, posted)).toEqual({ status: 403, text: 'refused', metaData: undefined })
  expect(await sessions()).toBe(before)
})

test.for([
  ['no number', { from: '' }],
  ['a number of another country', { from: '+33612345678' }],
  ['a short code', { from: '222' }],
  ['no operation', { operation: null }],
  ['no message name', { id: '' }],
  ['a message name of a hundred letters', { id: 'a'.repeat(100) }],
  ['a session of one octet', { session: [1] }],
  ['a session of four octets', { session: [1, 2, 3, 4] }],
  ['no meta-data', { metaData: '' }],
  ['meta-data of others', { metaData: '?orig_msg?ussd_service_op=%01&' }],
] as const)('USSD-2 abuse 5 the SMPP endpoint answers %s with 400 and opens no session', async ([, posted]) => {
  const before = await sessions()
  expect(await postByKannel(world, posted)).toEqual({ status: 400, text: '', metaData: undefined })
  expect(await sessions()).toBe(before)
})

test.for([0, 3, 16, 17, 19, 32, 255])(
  'USSD-2 operation %i of SMPP is neither dialling nor an input, and gets an empty answer',
  async (operation) => {
    const before = await sessions()
    expect(await postByKannel(world, { operation })).toEqual({ status: 200, text: '', metaData: undefined })
    expect(await sessions()).toBe(before)
  },
)

test('USSD-1 abuse 8 abuse 16 an overlong answer selects nothing; an oversized body is not read', async () => {
  const phone = smppPhone(world, aNumber())
  await phone.dial()
  expect((await phone.press('1'.repeat(900))).text).toMatch(/^Choix non valable/)
  expect((await postByKannel(world, { text: '1'.repeat(5000) })).status).toBe(413)
  expect((await postByKannel(world, { contentType: 'application/json', text: '{}' })).status).toBe(415)
})

test('USSD-8 the two endpoints have separate rate limits', async () => {
  const small = await ussdWorld({ USSD_PER_SECOND: '1' })
  const numbers = Array.from({ length: 30 }, (_none, index) => String(93_900_000 + index))
  const answers = await Promise.all(numbers.map((number) => postByKannel(small, { from: `+227${number}` })))
  expect(answers.filter(({ text }) => text.startsWith('Trop de demandes')).length).toBeGreaterThanOrEqual(18)
  expect(await small.phone('93900099').send()).toMatch(/^CON /)
})
