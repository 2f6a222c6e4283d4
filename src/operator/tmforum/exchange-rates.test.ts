import { afterAll, expect, test } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { connectOperator } from '../connect-operator.ts'
import { OPERATOR_PROFILES, type OperatorProfileName } from '../operator-profiles.ts'
import { aLog } from '#tests/support/a-log.ts'
import { anOperator } from '#tests/support/an-operator.ts'
import { rateOf } from './exchange-rate.messages.ts'

const app = await buildSandbox()
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const NAMES: OperatorProfileName[] = ['tmf-v4', 'odd']

test.for(NAMES)('HUB-4 %s: rates are read, an unknown pair is not found, a failing call is unavailable', async (name) => {
  await app.inject({ method: 'DELETE', url: '/control/faults' })
  const operator = connectOperator({
    profile: OPERATOR_PROFILES[name],
    baseUrl: new URL(url),
    credentials: { clientId: 'guichet', clientSecret: 'sandbox-operator', apiKey: 'sandbox-odd-key' },
    clock: { now: () => new Date() },
    log: aLog(),
  })
  expect(await operator.readExchangeRate({ from: 'USD', to: 'CDF' })).toEqual({ ok: true, value: '2850.00000000' })
  expect(await operator.readExchangeRate({ from: 'XOF', to: 'USD' })).toEqual({ ok: true, value: '0.00163265' })
  expect(await operator.readExchangeRate({ from: 'USD', to: 'EUR' })).toMatchObject({ fault: { kind: 'not-found' } })
  const fault = { face: 'tmforum', operation: 'exchange-rate.read', do: { status: 500 } }
  await app.inject({ method: 'POST', url: '/control/faults', payload: fault })
  expect(await operator.readExchangeRate({ from: 'USD', to: 'CDF' })).toMatchObject({ fault: { kind: 'unavailable' } })
})

test('HUB-4 an operator without rates is not called', async () => {
  const { operator, calls } = await anOperator([], { profile: { ...OPERATOR_PROFILES['tmf-v4'], exchangeRate: null } })
  expect(await operator.readExchangeRate({ from: 'USD', to: 'CDF' })).toMatchObject({ fault: { kind: 'not-found' } })
  expect(calls()).toEqual([])
})

test.for([
  [{ rate: '2850.5' }, '2850.5'],
  [{ rate: 2850.5 }, '2850.5'],
  [{ rate: 0 }, null],
  [{ rate: '0.000' }, null],
  [{ rate: -3 }, null],
  [{ rate: 1e-9 }, null],
  [{ rate: '1,5' }, null],
  [{ rate: null }, null],
  [{}, null],
  ['2850', null],
] as const)('HUB-4 the rate in %o is %s', ([body, rate]) => {
  expect(rateOf(body, 'rate')).toBe(rate)
})
