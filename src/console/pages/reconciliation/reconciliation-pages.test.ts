import { beforeAll, expect, test } from 'vitest'
import { calendarDay } from '#shared/calendar-day.ts'
import { consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'
import { storePayment } from '#tests/support/console-payments.ts'
import { workbookFile } from '#tests/support/workbook-file.ts'

let world: ConsoleWorld
let finance: string, second: string, approver: string, care: string
const DAY = calendarDay(new Date(Date.now() - 3 * 86_400_000))
const AT = new Date(`${DAY}T11:00:00Z`)

beforeAll(async () => {
  world = await consoleWorld()
  ;[finance, second, approver, care] = await Promise.all([
    world.sessionOf({ id: 'finance-1', name: 'Finance One', roles: ['finance'] }),
    world.sessionOf({ id: 'finance-2', name: 'Finance Two', roles: ['finance'] }),
    world.sessionOf({ id: 'approver-1', name: 'Approver One', roles: ['approver'] }),
    world.sessionOf({ id: 'care-1', name: 'Care One', roles: ['care'] }),
  ])
})

async function paid(state = 'PAID'): Promise<string> {
  const { id } = await storePayment(world.db, { at: AT, attempts: [{ state, isWinner: state === 'PAID', connector: 'paystack' }] })
  return (await world.db.selectFrom('pay_attempt').select('ref').where('order_id', '=', id).executeTakeFirstOrThrow()).ref
}

const read = (url: string, cookie = finance) => world.ask({ method: 'GET', url, headers: { cookie, 'accept-language': 'en' } })

type Sent = { day?: string; source?: string; name?: string; cookie?: string; token?: string }

/** As a browser sends a form with a file. */
async function upload(file: string | Buffer, { day = DAY, source = 'paystack', name = 'evening.csv', cookie = finance, token }: Sent = {}) {
  const page = await read('/audit', cookie)
  const own = token ?? /name="form-token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const form = new FormData()
  for (const [field, value] of Object.entries({ 'form-token': own, 'idempotency-key': crypto.randomUUID(), source, day }))
    form.append(field, value)
  form.append('file', new Blob([Buffer.from(file)]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { cookie, 'content-type': request.headers.get('content-type') ?? '', 'accept-language': 'en' }
  return world.ask({ method: 'POST', url: '/reconciliation/upload', payload, headers })
}

const COLUMNS = {
  'col-reference': 'Merchant Ref',
  'col-amount': 'Amount',
  'col-state': 'Status',
  currency: 'XOF',
  decimal: 'point',
  name: 'evening',
  keep: 'yes',
  'word:Successful': 'done',
  'word:Failed': 'not-done',
}
const post = (path: string, fields: Record<string, string>, cookie = finance) =>
  world.post(path, { cookie, fields, headers: { 'accept-language': 'en' } })
const addressOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location)
const version = async () =>
  String((await world.db.selectFrom('recon_day').select('version').where('day', '=', DAY).executeTakeFirstOrThrow()).version)

test('CON-6 from the file to two signatures: columns and words are said once, differences explained, and the day ends', async () => {
  const [right, waiting, missing] = [await paid(), await paid('WAITING'), await paid()]
  const rows = `${right},1000,Successful\n${waiting},1000,Successful\nSHOP-1,5,Successful\n`
  const sent = await upload(`Merchant Ref,Amount,Status\n${rows}`, { name: '<img src=x onerror=alert(1)>.csv' })
  expect(sent.statusCode).toBe(303)
  const statement = addressOf(sent)
  const asked = await read(statement)
  expect(asked.body).toContain('unknown columns: choose')
  expect(asked.body).not.toContain('<img src=x')
  expect(asked.body).toContain('&lt;img src=x')

  const { 'word:Successful': _word, ...withoutWord } = COLUMNS
  const stopped = await post(`${statement}/compare`, withoutWord)
  expect([stopped.statusCode, stopped.body.includes('These words have no meaning yet: « Successful »')]).toEqual([422, true])
  expect(stopped.body).toContain('name="word:Successful"')

  const compared = await post(`${statement}/compare`, COLUMNS)
  expect([compared.statusCode, addressOf(compared)]).toEqual([303, `/reconciliation/paystack/${DAY}`])
  expect(addressOf(await read(statement))).toBe(`/reconciliation/paystack/${DAY}`)
  const day = await read(`/reconciliation/paystack/${DAY}`)
  expect(day.body).toContain('Paid there only')
  expect(day.body).toContain('Missing there')
  expect(day.body).toContain('Possible when every difference is explained')

  const explain = (name: string, reference: string, as: string, note = '') =>
    post(`/reconciliation/paystack/${DAY}/explain`, { name, reference, as, note })
  expect((await explain('missing-there', missing, 'left-open')).statusCode).toBe(409)
  expect((await explain('missing-there', missing, 'left-open', 'call 90000001')).body).toContain('take them out')
  expect((await explain('missing-there', missing, 'nonsense')).statusCode).toBe(422)
  expect((await explain('missing-there', missing, 'left-open', '=cmd|calc')).statusCode).toBe(303)
  expect((await explain('done-there-only', waiting, 'settled-since')).statusCode).toBe(303)

  const sign = (cookie: string, seen: string) => post(`/reconciliation/paystack/${DAY}/sign`, { version: seen }, cookie)
  expect((await sign(approver, await version())).body).toContain('Finance signs first')
  expect((await sign(finance, '1')).body).toContain('Someone was faster')
  expect((await sign(finance, await version())).statusCode).toBe(303)
  expect((await sign(finance, await version())).body).toContain('another person signs second')
  expect((await sign(second, await version())).statusCode).toBe(303)
  expect((await read(`/reconciliation/paystack/${DAY}`)).body).toContain('This day is signed and never changes.')
  expect((await explain('done-there-only', waiting, 'other-day')).body).toContain('This day is signed')
  expect((await upload('a,b\n1,2\n')).body).toContain('This day is signed and never changes.')

  const csv = await post(`/reconciliation/paystack/${DAY}/export`, {}, approver)
  const hash = await world.db.selectFrom('recon_statement').select('file_hash').where('day', '=', DAY).executeTakeFirstOrThrow()
  expect(csv.body).toContain(hash.file_hash.toString('hex'))
  for (const told of ['Finance One', 'Finance Two', `"'=cmd|calc"`, missing]) expect(csv.body).toContain(told)
  expect((await world.audit())[0]).toMatchObject({ act: 'export-reconciliation', outcome: 'done' })
})

test('CON-6 the mapping is recognised again on the next day, and the same file leads to the first', async () => {
  const day = calendarDay(new Date(Date.now() - 2 * 86_400_000))
  const file = `Merchant Ref,Amount,Status\n${await paid()},1000,Successful\n`
  const statement = addressOf(await upload(file, { day }))
  const page = await read(statement)
  expect(page.body).toContain('mapping “evening” recognised')
  expect((await post(`${statement}/compare`, COLUMNS)).statusCode).toBe(303)
  const again = await upload(file, { day: calendarDay(new Date(Date.now() - 86_400_000)), name: 'renamed.csv' })
  expect(addressOf(again)).toBe(`/reconciliation/paystack/${day}`)
  expect((await read(addressOf(again))).body).toContain('This file was compared before')
})

test('CON-2 only finance uploads: the file of anybody else is not read, and a form without its token neither', async () => {
  const before = await world.db.selectFrom('recon_file_part').select('part').execute()
  expect((await upload('a,b\n1,2\n', { cookie: care })).statusCode).toBe(403)
  expect((await upload('a,b\n1,2\n', { cookie: approver })).statusCode).toBe(403)
  expect((await upload('a,b\n1,2\n', { token: 'forged' })).statusCode).toBe(403)
  expect((await upload('a,b\n1,2\n', { cookie: 'console=stranger', token: 'x' })).statusCode).toBe(401)
  expect(await world.db.selectFrom('recon_file_part').select('part').execute()).toEqual(before)
})

test('CON-6 a file that is no statement is refused with a sentence, and nothing of it is kept', async () => {
  const bomb = workbookFile({
    rows: [['a', 'b']],
    extra: { 'xl/worksheets/sheet1.xml': `<worksheet>${' '.repeat(40 * 1024 * 1024)}</worksheet>` },
  })
  const refused: [string | Buffer, string, Sent?][] = [
    [bomb, 'unpacks to far more than a statement'],
    ['', 'The file is empty.'],
    ['a,b\n"x', 'A quotation mark is not closed.'],
    ['a,b\n1,2\n', 'Choose a service, a day and a file.', { source: 'no-one' }],
    ['a,b\n1,2\n', 'This day has not begun.', { day: '2199-01-01' }],
    ['a,b\n1,2\n', 'This day has not begun.', { day: 'yesterday' }],
  ]
  const before = await world.db.selectFrom('recon_file_part').select('part').execute()
  for (const [file, told, sent] of refused) {
    const answer = await upload(file, { day: '2026-01-05', ...sent })
    expect([answer.statusCode, answer.body.includes(told)], told).toEqual([422, true])
  }
  expect(await world.db.selectFrom('recon_file_part').select('part').execute()).toEqual(before)
})

test('CON-6 a form with a file that is none, or is broken off, changes nothing', async () => {
  const page = await read('/audit')
  const token = /name="form-token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const headers = { cookie: finance, 'content-type': 'multipart/form-data; boundary=x' }
  for (const payload of ['', '--x', `--x\r\ncontent-disposition: form-data; name="form-token"\r\n\r\n${token}\r\n--x--\r\n`])
    expect((await world.ask({ method: 'POST', url: '/reconciliation/upload', payload, headers })).statusCode).toBe(403)
  const noBoundary = { cookie: finance, 'content-type': 'multipart/form-data' }
  expect((await world.ask({ method: 'POST', url: '/reconciliation/upload', payload: 'x', headers: noBoundary })).statusCode).toBe(403)
  const elsewhere = await world.ask({ method: 'POST', url: `/reconciliation/paystack/${DAY}/sign`, payload: '--x--', headers })
  expect(elsewhere.statusCode).toBe(403)
})

test('CON-2 addresses of days and statements that do not exist are not found', async () => {
  for (const url of [
    '/reconciliation/no-one/2026-11-01',
    '/reconciliation/paystack/2026-13-01',
    '/reconciliation/paystack/x',
    '/reconciliation/statements/0',
    '/reconciliation/statements/99999999999999999999',
    "/reconciliation/paystack/'",
  ])
    expect((await read(url)).statusCode, url).toBe(404)
})
