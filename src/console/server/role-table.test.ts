import { beforeAll, expect, test } from 'vitest'
import { ACT_RULES, hasPartIn } from '#features/staff-acts/roles.ts'
import { STAFF_ROLES } from '#shared/staff-role.ts'
import { consoleWorld, type ConsoleWorld } from '#tests/support/console-world.ts'
import { CONSOLE_PAGES } from '../page-table.ts'

let world: ConsoleWorld

beforeAll(async () => {
  world = await consoleWorld()
})

/** An address of the route, with a value for each of its parts. */
const addressOf = (path: string) => path.replaceAll(/:[a-zA-Z]+/g, 'GABCDEFGHJKM')

const READS = CONSOLE_PAGES.flatMap((page) => STAFF_ROLES.map((role) => ({ page, role, route: `GET ${page.path}` })))
const ACTS = CONSOLE_PAGES.flatMap((page) =>
  Object.entries(page.acts).flatMap(([name, { act }]) =>
    STAFF_ROLES.map((role) => ({ page, role, name, act, route: `POST ${page.path === '/' ? '' : page.path}/${name}` })),
  ),
)
const isOpen = ({ page, role, act }: Omit<(typeof ACTS)[number], 'name' | 'route'>) =>
  page.mayRead.includes(role) && hasPartIn({ roles: [role] }, act)

test.for(READS.filter(({ page, role }) => !page.mayRead.includes(role)))(
  'CON-2 $role does not read $route: a page says who does, and the log has the visit',
  async ({ page, role }) => {
    const cookie = await world.sessionOf({ roles: [role] })
    const answer = await world.ask({ method: 'GET', url: addressOf(page.path), headers: { cookie } })
    expect(answer.statusCode).toBe(403)
    expect((await world.audit())[0]).toMatchObject({ act: 'open-page', outcome: 'refused', actor_id: `id-${role}`, target_id: page.path })
  },
)

test.for(READS.filter(({ page, role }) => page.mayRead.includes(role)))('CON-2 $role reads $route', async ({ page, role }) => {
  const cookie = await world.sessionOf({ roles: [role] })
  const answer = await world.ask({ method: 'GET', url: addressOf(page.path), headers: { cookie } })
  expect([401, 403]).not.toContain(answer.statusCode)
})

test.for(ACTS.filter((route) => !isOpen(route)))(
  'CON-2 $role is refused $route ($act), and the log has it',
  async ({ page, role, name, act }) => {
    const cookie = await world.sessionOf({ roles: [role] })
    const answer = await world.post(`${page.path === '/' ? '' : addressOf(page.path)}/${name}`, { cookie })
    expect(answer.statusCode).toBe(403)
    expect((await world.audit())[0]).toMatchObject({ act, outcome: 'refused', actor_id: `id-${role}`, detail: { why: 'role' } })
  },
)

test('CON-2 the table has every act of every page: none is open to all, and none to no role', () => {
  for (const { act } of ACTS) {
    const { does, proposes, approves } = ACT_RULES[act]
    const open = new Set([...does, ...proposes, ...approves])
    expect(open.size, act).toBeGreaterThan(0)
    expect(open.size, act).toBeLessThan(STAFF_ROLES.length)
  }
  expect(READS).toHaveLength(CONSOLE_PAGES.length * STAFF_ROLES.length)
})

test.for(ACTS)('CON-2 $route is refused without a session ($role)', async ({ page, name }) => {
  const url = `${page.path === '/' ? '' : addressOf(page.path)}/${name}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await world.ask({ method: 'POST', url, payload: 'form-token=x', headers })
  expect(answer.statusCode).toBe(401)
  expect(answer.body).toContain('Rien n’a été fait')
})

test('CON-2 a search by an editor says nothing of any payment, not even whether it exists', async () => {
  const cookie = await world.sessionOf({ roles: ['editor'] })
  for (const q of ['GABCDEFGHJKM', '90000001', '']) {
    const answer = await world.post('/search', { cookie, fields: { q } })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/payments'])
  }
  expect((await world.ask({ method: 'GET', url: '/payments', headers: { cookie } })).statusCode).toBe(403)
})
