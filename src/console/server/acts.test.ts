import { beforeAll, beforeEach, expect, test } from 'vitest'
import { STAFF_ROLES } from '#shared/staff-role.ts'
import { consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'
import { consolePage } from '../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../console-request.ts'
import { seeNumberAct } from '../see-number.ts'

let world: ConsoleWorld
let cookie: string
let ran: { request: ConsoleRequest; form: ConsoleForm }[] = []
let result: () => ActResult
let seen: (Date | null)[] = []

const filter = { person: '', act: '', outcome: '', target: '', day: '' } as const
const props = { entries: [], verdict: null, filter, older: null, readsAll: true }
const target = ({ params }: ConsoleRequest) => ({ kind: 'payment', id: params.reference ?? '' })

/** A page of one payment, with an act that records how it was called. */
const page = consolePage({
  path: '/paid/:reference',
  menu: null,
  mayRead: STAFF_ROLES,
  view: 'audit-log',
  async load(request) {
    seen.push(await request.fullNumberUntil(target(request)))
    return { kind: 'page', title: 'Paid', props }
  },
  acts: {
    note: {
      act: 'add-note',
      async run(request, form) {
        ran.push({ request, form })
        return result()
      },
    },
    number: seeNumberAct(target),
  },
})

beforeAll(async () => {
  world = await consoleWorld({ pages: [page] })
})

beforeEach(async () => {
  cookie = await world.sessionOf({ roles: ['care'] })
  ran = []
  seen = []
  result = () => ({ kind: 'done', to: '/paid/G1?tab=2', notice: { tone: 'good', title: 'Noted <b>' } })
})

/** The page itself has the token. */
async function post(name: string, fields: Record<string, string> = {}) {
  const shown = await world.ask({ method: 'GET', url: '/paid/G1', headers: { cookie } })
  const token = /name="form-token" value="([^"]+)"/.exec(shown.body)?.[1] ?? ''
  return world.post(`/paid/G1/${name}?tab=2`, { cookie, fields: { 'form-token': token, ...fields } })
}

test('CON-5 an act gets the page’s address, the version and the key of its form, and its notice is shown once', async () => {
  const key = crypto.randomUUID()
  const done = await post('note', { version: '7', 'idempotency-key': key, text: '  hello  ' })
  expect([done.statusCode, done.headers.location]).toEqual([303, '/paid/G1?tab=2'])
  const [call] = ran
  expect(call?.form).toMatchObject({ version: 7, idempotencyKey: key })
  expect([call?.form.get('text'), call?.request.url.pathname, call?.request.params]).toEqual(['hello', '/paid/G1', { reference: 'G1' }])
  const shown = async () => (await world.ask({ method: 'GET', url: '/paid/G1', headers: { cookie } })).body
  expect(await shown()).toContain('Noted &lt;b&gt;')
  expect(await shown()).not.toContain('Noted')
})

test('CON-5 a form that is sent twice carries the same key both times', async () => {
  const fields = { 'idempotency-key': crypto.randomUUID() }
  await post('note', fields)
  await post('note', fields)
  expect(new Set(ran.map(({ form }) => form.idempotencyKey))).toEqual(new Set([fields['idempotency-key']]))
})

test.for(['', 'x', '../../etc/passwd', 'A'.repeat(36)])('CON-5 a form with the key %j does nothing', async (key) => {
  const answer = await post('note', { 'idempotency-key': key })
  expect(answer.statusCode).toBe(403)
  expect(ran).toEqual([])
  expect((await world.audit())[0]).toMatchObject({ act: 'post-form', outcome: 'refused' })
})

test('CON-5 a refused act shows the page as it is now, with the reason', async () => {
  result = () => ({ kind: 'refused', status: 409, notice: { tone: 'info', title: 'Finance 1 was faster' } })
  const answer = await post('note', { text: 'kept' })
  expect(answer.statusCode).toBe(409)
  expect(answer.body).toContain('Finance 1 was faster')
})

test('CON-5 when an act fails on the way, the page does not say that nothing was done', async () => {
  result = () => {
    throw new Error('connection lost')
  }
  const answer = await post('note')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).toContain('On ne sait pas encore si l’action est faite')
  expect(answer.body).not.toContain('connection lost')
})

test('CON-10 a full number is shown for 60 seconds, to this session, with a reason on record', async () => {
  const other = await world.sessionOf({ roles: ['finance'] })
  const done = await post('number', { reason: 'Le client est au téléphone' })
  expect([done.statusCode, done.headers.location]).toEqual([303, '/paid/G1?tab=2'])
  expect((await world.audit())[0]).toMatchObject({
    act: 'see-number',
    outcome: 'done',
    actor_id: 'id-care',
    target_id: 'G1',
    detail: { reason: 'Le client est au téléphone', seconds: 60 },
  })
  seen = []
  const shown = await world.ask({ method: 'GET', url: '/paid/G1', headers: { cookie } })
  expect(Number(shown.headers.refresh)).toBeGreaterThan(50)
  expect(shown.body).toContain('Numéro entier affiché')
  await world.ask({ method: 'GET', url: '/paid/G2', headers: { cookie } })
  await world.ask({ method: 'GET', url: '/paid/G1', headers: { cookie: other } })
  world.pass(61_000)
  const later = await world.ask({ method: 'GET', url: '/paid/G1', headers: { cookie } })
  expect(seen.map((until) => until !== null)).toEqual([true, false, false, false])
  expect(later.headers.refresh).toBeUndefined()
  expect(later.body).toContain('Numéros masqués')
})

test.for(['', 'oui', '    '])('CON-10 without a reason (%j) no number is shown and no entry is written', async (reason) => {
  const before = (await world.audit()).length
  expect((await post('number', { reason })).statusCode).toBe(422)
  expect(seen.at(-1)).toBeNull()
  expect(await world.audit()).toHaveLength(before)
})

test('CON-10 a viewer sees no full number', async () => {
  cookie = await world.sessionOf({ roles: ['viewer'] })
  expect((await post('number', { reason: 'I want to know' })).statusCode).toBe(403)
  expect((await world.audit())[0]).toMatchObject({ act: 'see-number', outcome: 'refused' })
})
