import { expect, test } from 'vitest'
import type { CheckedStep } from '#shared/checked-step.ts'
import { aScriptedServer, type Script } from '#tests/support/scripted-server.ts'
import { aLog } from '#tests/support/a-log.ts'
import { checkOperator } from './check-operator.ts'
import { OPERATOR_PROFILES } from './operator-profiles.ts'

async function stepsOf(token: Script, profile: 'tmf-v4' | 'odd' = 'tmf-v4', list: Script = { json: [] }): Promise<CheckedStep[]> {
  const server = await aScriptedServer(({ url }) => (url.startsWith('/oauth2/token') ? token : list))
  const steps: CheckedStep[] = []
  const options = {
    profile: OPERATOR_PROFILES[profile],
    baseUrl: server.url,
    credentials: { clientId: 'guichet', clientSecret: 's3cr3t', apiKey: 'k3y' },
    clock: { now: () => new Date('2026-11-15T10:00:00Z') },
    log: aLog(),
    limits: { repeatDelayMs: 1 },
  }
  const check = { number: null, account: null, topUp: null, reference: 'GT-0001', waitMs: 0, pollMs: 0 }
  await checkOperator(options, check, (step) => steps.push(step))
  return steps
}

test('a check whose token fails ends there and names what was received', async () => {
  expect(await stepsOf({ json: { error: 'invalid_client' }, status: 401 })).toEqual([
    {
      step: 'an access token',
      outcome: 'deviates',
      detail: 'no usable answer: not-authorised (token: HTTP 401, invalid_client): nothing else can be checked',
    },
  ])
})

test('a check goes on with the token of an Apigee gateway', async () => {
  const steps = await stepsOf({ json: { access_token: 'a', token_type: 'BearerToken', expires_in: '1799', scope: null }, status: 201 })
  expect(steps.slice(0, 2)).toEqual([
    { step: 'an access token', outcome: 'as-documented', detail: 'granted' },
    { step: 'the catalogue', outcome: 'deviates', detail: 'nothing is on sale' },
  ])
})

test('a check without a token says that none is needed', async () => {
  expect((await stepsOf('hang', 'odd'))[0]).toEqual({ step: 'an access token', outcome: 'left-out', detail: 'calls need none' })
})

test('a check names a list that is shorter than announced, with both numbers', async () => {
  const steps = await stepsOf('hang', 'odd', { json: [], headers: { 'x-total-count': '45' } })
  expect(steps).toContainEqual({
    step: 'the catalogue',
    outcome: 'deviates',
    detail: 'the operator sent fewer entries than it announced: 0 of 45',
  })
})
