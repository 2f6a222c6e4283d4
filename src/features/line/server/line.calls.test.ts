import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { createLineChecks } from './check-line.ts'
import type { OperatorLines } from './operator-lines.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const operator = fakeOperator()
const portal = await testPortal({ operator })

const validate = (payload: object) => portal.call({ method: 'POST', url: `${API_PREFIX}/subscriber/validate`, payload })

test('API-2 a number is answered with the type of its line', async () => {
  const answer = await validate({ msisdn: '90000001' })
  expect(answer.json()).toEqual({ status: 'success', statusCode: 200, result: 'PREPAID' })
  expect((await validate({ msisdn: '90000003' })).json().result).toBe('POSTPAID')
  expect(
    (await portal.call({ method: 'POST', url: `${API_PREFIX}/subscriber/line-type`, payload: { msisdn: '90000005' } })).json().result,
  ).toBe('BROADBAND')
})

test('NUM-1 an unassigned number, or one of another operator, is INVALID', async () => {
  expect((await validate({ msisdn: '20000001' })).json().result).toBe('INVALID')
})

test('BB-1 checkIfBroadband lets broadband lines pass only', async () => {
  expect((await validate({ msisdn: '90000005', checkIfBroadband: true })).json().result).toBe('BROADBAND')
  expect((await validate({ msisdn: '90000001', checkIfBroadband: true })).json().result).toBe('INVALID')
})

test('ERR-1 an operator that does not answer is reported as such, and nothing is guessed', async () => {
  operator.failNext('unavailable')
  const answer = await validate({ msisdn: '90777777' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ status: 'failure', code: 'operator-unavailable' })
  expect((await validate({ msisdn: '90777777' })).json().result).toBe('PREPAID')
})

test('ERR-1 who waited long for an operator that did not answer is told so at once when the page asks again, for a second', async () => {
  let now = Date.now()
  let asked = 0
  const lines = createLineChecks({
    clock: { now: () => new Date(now) },
    rateLimiter: { consume: async () => undefined } as unknown as RateLimiter,
    isHybridOn: async () => true,
    operator: {
      async findLine() {
        asked += 1
        now += 10_000
        return { ok: false, fault: { kind: 'unavailable' } }
      },
    } as unknown as OperatorLines,
  })
  const msisdn = '90777778' as MobileNumber
  for (let asks = 0; asks < 3; asks += 1) await expect(lines.lineTypeUnmetered(msisdn)).rejects.toThrow('operator-unavailable')
  expect(asked).toBe(1)
  now += 1_001
  await expect(lines.lineTypeUnmetered(msisdn)).rejects.toThrow('operator-unavailable')
  expect(asked).toBe(2)
})

test('the answer is cached briefly: the form repeats the check of the page', async () => {
  const before = operator.asked()
  await validate({ msisdn: '91234567' })
  await validate({ msisdn: '91234567' })
  expect(operator.asked() - before).toBe(1)
})

test('a lookup without a cookie creates a visit; one with a made-up cookie does not', async () => {
  expect((await validate({ msisdn: '90000001' })).cookies.map(({ name }) => name)).toEqual(['sid'])
  const cookie = `sid=${'A'.repeat(43)}`
  const url = `${API_PREFIX}/subscriber/validate`
  expect((await portal.call({ method: 'POST', url, payload: { msisdn: '90000001' }, headers: { cookie } })).cookies).toEqual([])
})
