import { expect, test } from 'vitest'
import { aVisitor, codeWorld, SEND } from '#tests/support/code-world.ts'
import { newId } from './code-secrets.ts'

test('abuse 26 references and unique codes have 128 random bits', async () => {
  const ids = Array.from({ length: 2_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(16)
  // Each bit is set about half of the time, so none is constant, a counter or a timestamp.
  for (let bit = 0; bit < 128; bit += 1) {
    const set = ids.filter((id) => ((Buffer.from(id, 'base64url')[bit >> 3] ?? 0) >> (bit & 7)) & 1).length
    expect(set, `bit ${bit}`).toBeGreaterThan(800)
    expect(set, `bit ${bit}`).toBeLessThan(1_200)
  }
})

test('abuse 26 a visitor receives such a reference', async () => {
  const { portal } = await codeWorld()
  const { refId } = (await aVisitor(portal).post(SEND, { msisdn: '92555001' })).json().result
  expect(refId).toMatch(/^[A-Za-z0-9_-]{22}$/)
})
