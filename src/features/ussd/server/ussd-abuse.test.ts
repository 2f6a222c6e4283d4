import { beforeAll, expect, test, vi } from 'vitest'
import { ussdWorld, type UssdWorld } from '#tests/support/ussd-world.ts'

let world: UssdWorld
beforeAll(async () => {
  world = await ussdWorld({ USSD_PER_SECOND: '10000' })
})

const sessions = async () => (await world.portal.database.pool.query('select count(*)::int as count from ussd_session')).rows[0].count

test.for([
  ['no key', { key: '' }],
  ['a wrong key', { key: 'sandbox-ussc' }],
  ['a longer key', { key: 'sandbox-ussd-and-more' }],
  ['another address', { from: '10.0.0.7' }],
  ['another address in IPv6', { from: '2001:db8::7' }],
] as const)('USSD-2 abuse 12 %s is refused before its body is read, without a reason', async ([, asked]) => {
  const before = await sessions()
  expect(await world.post(asked)).toEqual({ status: 403, body: 'refused' })
  expect(await sessions()).toBe(before)
})

test('USSD-2 the loopback address is accepted in every notation', async () => {
  expect((await world.post({ from: '::ffff:127.0.0.1', sessionId: 'mapped' })).status).toBe(200)
  expect((await world.post({ from: '::1', sessionId: 'six' })).status).toBe(200)
})

const FORM = 'serviceCode=*222%23&text='
test.for([
  ['no number', `sessionId=a&${FORM}`],
  ['a number of another country', `sessionId=a&phoneNumber=%2B33612345678&${FORM}`],
  ['a number that is too short', `sessionId=a&phoneNumber=%2B2279000000&${FORM}`],
  ['a number that is too long', `sessionId=a&phoneNumber=%2B227900000011&${FORM}`],
  ['a number in other digits', `sessionId=a&phoneNumber=%2B227${encodeURIComponent('٩٠٠٠٠٠٠١')}&${FORM}`],
  ['a number with a line break', `sessionId=a&phoneNumber=%2B22790000001%0A&${FORM}`],
  ['two numbers', `sessionId=a&phoneNumber=%2B22790000001&phoneNumber=%2B22790000002&${FORM}`],
  ['two texts', `sessionId=a&phoneNumber=%2B22790000001&text=1&text=2`],
  ['no session', `phoneNumber=%2B22790000001&${FORM}`],
  ['a session id that is too long', `sessionId=${'a'.repeat(101)}&phoneNumber=%2B22790000001&${FORM}`],
  ['a session id with a zero', `sessionId=a%00b&phoneNumber=%2B22790000001&${FORM}`],
  ['a thousand inputs', `sessionId=a&phoneNumber=%2B22790000001&text=${'1*'.repeat(1000)}`],
  ['an endless input', `sessionId=a&phoneNumber=%2B22790000001&text=${'1'.repeat(500)}`],
  ['nothing at all', ''],
  ['no form', '{"sessionId":"a"}'],
] as const)('USSD-2 abuse 5 %s is answered with 400 and opens no session', async ([, body]) => {
  const before = await sessions()
  expect(await world.post({ body })).toEqual({ status: 400, body: 'END' })
  expect(await sessions()).toBe(before)
})

test('USSD-2 abuse 8 abuse 9 a body that is too large or not a form is not read', async () => {
  expect((await world.post({ body: `text=${'1'.repeat(5000)}` })).status).toBe(413)
  expect((await world.post({ body: '{}', contentType: 'application/json' })).status).toBe(415)
})

test.for([
  '\u0000',
  '<script>',
  "1'; drop table visit; --",
  '１',
  '٣',
  '🂡',
  '#',
  '099',
  '-1',
  '1'.repeat(40),
  '%s',
  '{number}',
  '__proto__',
])('USSD-1 abuse 16 %j typed at any screen shows the screen again and does nothing else', async (input) => {
  for (const way of [[], ['1'], ['1', '2'], ['1', '1'], ['2'], ['6'], ['1', '1', '500']]) {
    const number = String(91_000_000 + Math.floor(Math.random() * 900_000))
    const phone = world.phone(number)
    await phone.send()
    const before = way.length > 0 ? await phone.send(...way) : await phone.again()
    const answer = await phone.send(input)
    expect(answer).toMatch(/^CON (Choix|Numéro|Montant) non valable\.\n/)
    expect(answer).not.toContain(input === '#' ? '\u0001' : `\n${input}`)
    expect(answer.split('\n').at(-1)).toBe(before.split('\n').at(-1))
  }
  expect(world.started).toEqual([])
})

test('USSD-2 abuse 86 input is stored nowhere in plain text: a PIN typed into a field leaves no trace', async () => {
  const number = '91999901'
  const phone = world.phone(number)
  await phone.send('1', '2', '7391', '0', '1', '73917391739')
  const { rows } = await world.portal.database.pool.query(
    `select to_jsonb(s) as session, (select jsonb_agg(to_jsonb(t)) from ussd_step t where t.session_id = s.id) as steps from ussd_session s where msisdn = $1`,
    [number],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('7391')
})

test('USSD-8 each number has a rate limit: the hundredth step within moments is rejected, another number is not', async () => {
  const phone = world.phone('91999902')
  const answers: string[] = []
  // In small groups: on a slow machine, 150 parallel requests would all time out.
  for (let round = 0; round < 10; round += 1) answers.push(...(await Promise.all(Array.from({ length: 15 }, () => phone.again()))))
  expect(answers.filter((answer) => answer === 'END Trop de demandes. Réessayez dans quelques minutes.').length).toBeGreaterThan(20)
  expect(await world.phone('91999903').send()).toMatch(/^CON /)
})

test('USSD-9 F39 a database failure still answers with a screen, which says nothing about money', async () => {
  const broken = await ussdWorld()
  await broken.phone('90000001').send()
  await broken.portal.database.pool.query('alter table ussd_step rename to ussd_step_gone')
  expect(await broken.phone('90000002').send()).toBe('END Le réseau est lent. Refaites le *222# : vous reprendrez ici.')
  await broken.portal.database.pool.query('alter table ussd_step_gone rename to ussd_step')
  expect(await broken.phone('90000003').send()).toMatch(/^CON /)
})

test('USSD-8 each gateway has a rate limit: beyond it, requests are rejected and write nothing', async () => {
  const small = await ussdWorld({ USSD_PER_SECOND: '1' })
  const answers = await Promise.all(Array.from({ length: 40 }, (_none, index) => small.phone(String(90_900_000 + index)).send()))
  expect(answers.filter((answer) => answer.startsWith('CON')).length).toBeLessThanOrEqual(12)
  expect(answers.filter((answer) => answer.startsWith('END Trop')).length).toBeGreaterThanOrEqual(28)
})

test('USSD-9 forty steps run in parallel; while they hang, other requests are told to dial again and write nothing', async () => {
  const stuck = await ussdWorld({ USSD_PER_SECOND: '10000' })
  expect(await stuck.phone('93000099').send()).toMatch(/^CON /)
  const answers: string[] = []
  const client = await stuck.portal.database.pool.connect()
  try {
    await client.query('begin; lock table ussd_session in access exclusive mode')
    const sent = Array.from({ length: 60 }, async (_none, index) => {
      answers.push(await stuck.phone(String(93_000_000 + index)).send())
    })
    await vi.waitFor(() => expect(answers).toHaveLength(20), { timeout: 5_000 })
    expect(new Set(answers)).toEqual(new Set(['END Le réseau est lent. Refaites le *222# : vous reprendrez ici.']))
    await client.query('commit')
    await Promise.all(sent)
  } finally {
    client.release(true)
  }
  const { rows } = await stuck.portal.database.pool.query('select count(*)::int as count from ussd_session')
  expect([answers.length, rows[0].count]).toEqual([60, 41])
  expect(await stuck.phone('93000098').send()).toMatch(/^CON /)
}, 30_000)

test('USSD-9 a thousand parallel sessions each get their own screen, and their next step continues from it', async () => {
  const phones = Array.from({ length: 1000 }, (_none, index) => ({
    number: String(92_000_000 + index),
    phone: world.phone(String(92_000_000 + index)),
  }))
  const served = new Set<string>()
  const opened = await Promise.all(phones.map(({ phone }) => phone.send()))
  // Requests over the concurrency limit are told to dial again. No request gets a wrong screen.
  for (const answer of opened) expect(answer).toMatch(/^CON Ténéré Mobile\n|^END Le réseau est lent/)
  const note = (answer: string, number = '') => answer.startsWith('CON') && served.add(number)
  opened.forEach((answer, index) => note(answer, phones[index]?.number))
  for (let from = 0; from < phones.length; from += 50) {
    const some = phones.slice(from, from + 50)
    const answers = await Promise.all(some.map(({ phone }) => phone.send('1')))
    answers.forEach((answer, index) => expect(answer).toMatch(new RegExp(`Ma ligne ${some[index]?.number}|^END Le réseau est lent`)))
    answers.forEach((answer, index) => note(answer, some[index]?.number))
  }
  const { rows } = await world.portal.database.pool.query<{ msisdn: string }>(`select msisdn from ussd_session where msisdn like '92%'`)
  const sessionsOf = rows.map(({ msisdn }) => msisdn)
  expect(new Set(sessionsOf).size).toBe(sessionsOf.length)
  expect([...served].filter((number) => !sessionsOf.includes(number))).toEqual([])
  expect(served.size).toBeGreaterThan(100)
}, 60_000)
