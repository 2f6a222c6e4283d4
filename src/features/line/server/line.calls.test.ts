import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
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
