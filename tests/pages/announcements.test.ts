import { expect, test, vi } from 'vitest'
import { insertAnnouncement, takeDown } from '#features/announcements/server/announcement.store.ts'
import { plainVisitor } from '../support/served-page.ts'
import { realPages, servedPortal } from '../support/served-portal.ts'
import { testPortal, type TestPortal } from '../support/test-portal.ts'
import { ussdWorld } from '../support/ussd-world.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const portal = await servedPortal({ clock })
/** Another replica on the same rows, with a page cache of its own. */
const replica = await testPortal({ database: portal.database, clock, register: realPages() })
const BY = { id: 'sub-editor', name: 'Editor 1' }
const BANNER = '<aside id="announcement"'

type Change = {
  service?: 'all' | 'bundles'
  town?: string | null
  hours?: number
  words?: Record<string, { title: string; text: string }> | null
}

async function announce({ service = 'all', town = null, hours = 2, words = null }: Change = {}, db = portal.db): Promise<number> {
  const startsAt = clock.now()
  const endsAt = new Date(startsAt.getTime() + hours * 3_600_000)
  const approvedBy = words && { id: 'sub-approver', name: 'Approver 1' }
  return insertAnnouncement(db, { kind: 'slow', service, town, words, startsAt, endsAt, by: BY, approvedBy })
}

const down = (id: number) => takeDown(portal.db, id, { by: 'x', now: clock.now() })
const htmlOf = async (path: string, at: TestPortal = portal, language: 'fr' | 'en' = 'fr') =>
  (await plainVisitor(at, { language }).open(path)).html
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 3_000, interval: 50 })
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('CON-8 every replica shows an announcement on cached pages within three seconds, in the reader’s language, and takes it away', async () => {
  const before = await htmlOf('/data-bundle')
  expect(before).not.toContain('announcement')
  await htmlOf('/data-bundle', replica)
  const id = await announce({ service: 'bundles', town: 'Zinder' })
  for (const at of [portal, replica]) {
    await soon(async () => expect(plain(await htmlOf('/data-bundle', at))).toContain('Les forfaits à Zinder : du retard en ce moment'))
    await soon(async () => expect(await htmlOf('/data-bundle', at, 'en')).toContain('Bundles in Zinder: delays at the moment'))
  }
  const page = await htmlOf('/data-bundle')
  expect(page.match(/<aside id="announcement" [^>]*aria-label="Annonce"/g)).toHaveLength(1)
  expect(page.indexOf(BANNER)).toBeLessThan(page.indexOf('<main'))
  expect(await htmlOf('/check-balance')).not.toContain(BANNER)
  await down(id)
  // Not a byte stays.
  for (const at of [portal, replica]) await soon(async () => expect(await htmlOf('/data-bundle', at)).toBe(before))
})

test('CON-8 it goes at its end by the clock alone, and comes back with no jump of the clock', async () => {
  await announce({ hours: 1 })
  await soon(async () => expect(await htmlOf('/about')).toContain(BANNER))
  aheadMs = 3_600_001
  await soon(async () => expect(await htmlOf('/about')).not.toContain(BANNER))
  aheadMs = -7 * 24 * 3_600_000
  await soon(async () => expect(await htmlOf('/about')).not.toContain(BANNER))
  aheadMs = 3_700_000
})

test('CON-8 markup in own words, however it came into the table, is text', async () => {
  const evil = { title: '<img src=x onerror=alert(1)>', text: '</aside><script>alert(1)</script>' }
  const id = await announce({ words: { fr: evil, en: evil } })
  await soon(async () => expect(await htmlOf('/about')).toContain('&lt;script&gt;alert(1)'))
  const html = await htmlOf('/about')
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<script>alert')
  await down(id)
})

test('CON-8 no announcement stands on a receipt or where one is verified; on the page of a payment it stands below its state', async () => {
  const id = await announce()
  await soon(async () => expect(await htmlOf('/about')).toContain(BANNER))
  expect(await htmlOf('/v/GV95ULKNDHNBGbcdfghjklm')).not.toContain(BANNER)
  expect(await htmlOf('/on-this-phone/receipts')).not.toContain(BANNER)
  const status = await htmlOf('/payment/status')
  expect(status.indexOf('</main>')).toBeLessThan(status.indexOf(BANNER))
  expect(status.indexOf('</main>')).toBeGreaterThan(0)
  await down(id)
})

test('CON-8 the first screen of the USSD menu begins with it, in plain signs, and keeps its choices', async () => {
  const world = await ussdWorld()
  const before = await world.phone('90000001').send('')
  const startsAt = new Date(new Date().setUTCHours(8, 0, 0, 0))
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  await insertAnnouncement(world.portal.db, {
    kind: 'down',
    service: 'network',
    town: 'Zinder',
    words: null,
    startsAt,
    endsAt,
    by: BY,
    approvedBy: null,
  })
  world.passSeconds(2)
  const after = await world.phone('90000002').send('')
  expect(after).toMatch(/^(?:CON )?Le réseau mobile à Zinder : en panne en ce moment\n/)
  expect(after).toContain(before.split('\n').find((line) => line.startsWith('1 ')) ?? 'no choice')
  expect(after.length).toBeLessThanOrEqual(182 + 'CON '.length)
})
