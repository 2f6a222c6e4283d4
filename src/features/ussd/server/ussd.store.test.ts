import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import type { MenuState } from '../menu-engine.ts'
import { claimStep, findSessions, keepAnswer, moveSession, openSession, readAnswer, type Moved } from './ussd.store.ts'

const db = openDatabase((await testDatabase()).pool)
const NOW = new Date('2026-11-18T12:00:00Z')
const LEASE_MS = 10_000
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const hash = (text: string) => createHash('sha256').update(text).digest()
const MENU: MenuState = { trail: [{ at: 'home' }, { at: 'shops' }], page: 0, choices: [], typed: null, hasMore: false }

let made = 0
function aKey(gatewaySession = `session-${(made += 1)}`) {
  const msisdn = String(90_500_000 + (made += 1))
  if (!isMobileNumber(msisdn)) throw new Error('no number')
  return { gateway: 'http', gatewaySession, msisdn }
}

async function aSession(key = aKey(), change: { now?: Date; turn?: number } = {}) {
  const opened = await openSession(db, { ...key, turn: 1, hash: hash('0'), now: NOW, step: 0, stepHash: hash('0'), ...change })
  if (!opened) throw new Error('it was there already')
  return opened
}

const moved = (change: Partial<Moved> = {}): Moved => ({
  step: 1,
  hash: hash('1'),
  menu: MENU,
  language: 'fr',
  isEnd: false,
  answer: 'CON first',
  now: NOW,
  ...change,
})

test('USSD-5 a step has one worker: after a crash the next one takes over when the lease ends; an answered step has none', async () => {
  const { session } = await aSession()
  const claim = async (seconds: number) =>
    (await claimStep(db, { id: session.id, step: 1, hash: hash('1'), now: after(seconds), leaseMs: LEASE_MS })).isOurs
  expect([await claim(0), await claim(1), await claim(10), await claim(11)]).toEqual([true, false, false, true])
  expect(await claim(12)).toBe(false)
  await keepAnswer(db, session.id, 1, 'CON answered')
  expect(await claim(60)).toBe(false)
})

test('USSD-5 the first stored answer of a step is final', async () => {
  const { session } = await aSession()
  await claimStep(db, { id: session.id, step: 1, hash: hash('1'), now: NOW, leaseMs: LEASE_MS })
  await keepAnswer(db, session.id, 1, 'END late')
  await moveSession(db, session, moved())
  await keepAnswer(db, session.id, 1, 'CON later still')
  expect(await readAnswer(db, session.id, 1)).toBe('END late')
})

test('USSD-5 a slow step does not overwrite a session that has advanced', async () => {
  const key = aKey()
  const { session } = await aSession(key)
  await moveSession(db, session, moved({ step: 2, hash: hash('2') }))
  await moveSession(db, session, moved({ step: 1 }))
  const [known] = (await findSessions(db, key, { asked: { step: 1 }, limits: [] })) ?? []
  expect(known).toMatchObject({ step: 2, heardHash: hash('2') })
})

test('USSD-6 a session cut within five minutes is offered under another id; ended, older or same-id sessions are not', async () => {
  const offered = async (change: Partial<Moved>, next: { seconds: number; sameId?: boolean }) => {
    const key = aKey()
    const { session } = await aSession(key)
    await moveSession(db, session, moved(change))
    const gatewaySession = next.sameId ? key.gatewaySession : `${key.gatewaySession}-next`
    const { left } = await aSession({ ...key, gatewaySession }, { now: after(next.seconds), turn: 2 })
    return left !== null
  }
  expect(await offered({}, { seconds: 299 })).toBe(true)
  expect(await offered({}, { seconds: 301 })).toBe(false)
  expect(await offered({ isEnd: true }, { seconds: 60 })).toBe(false)
  expect(await offered({}, { seconds: 60, sameId: true })).toBe(false)
})

test('USSD-4 a session starts in the language that the number last chose', async () => {
  const key = aKey()
  const { session } = await aSession(key)
  expect(session.language).toBe('fr')
  await moveSession(db, session, moved({ language: 'en', isEnd: true }))
  expect((await aSession({ ...key, gatewaySession: 'another' })).session.language).toBe('en')
  expect((await aSession()).session.language).toBe('fr')
})

test('USSD-8 an exceeded rate limit returns no sessions', async () => {
  const limits = [{ key: `ussd-test-${(made += 1)}`, everySeconds: 3600, burst: 2 }]
  const key = aKey()
  await aSession(key)
  const found = async () => (await findSessions(db, key, { asked: { step: 0 }, limits }))?.length ?? null
  expect([await found(), await found(), await found()]).toEqual([1, 1, null])
})
