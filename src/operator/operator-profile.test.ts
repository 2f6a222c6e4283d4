import { expect, test } from 'vitest'
import { connectOperator } from './connect-operator.ts'
import { checkProfile, ProfileProblem } from './operator-profile.ts'
import { OPERATOR_PROFILES } from './operator-profiles.ts'
import { aLog } from '#tests/support/a-log.ts'

test.for(Object.values(OPERATOR_PROFILES))('the profile $name is complete', (profile) => {
  expect(checkProfile(profile)).toEqual(profile)
})

test.for([
  [
    { ...OPERATOR_PROFILES.odd, msisdn: { ...OPERATOR_PROFILES.odd.msisdn, format: '27x' } },
    /^operator profile 'odd': \/msisdn\/format .+$/,
  ],
  [{ ...OPERATOR_PROFILES.odd, chanel: 'WEB' }, /^operator profile 'odd': .+$/],
  [{ ...OPERATOR_PROFILES.odd, paths: { ...OPERATOR_PROFILES.odd.paths, '654': 'balance' } }, /^operator profile 'odd': \/paths\/654 .+$/],
  ['tmf', /^operator profile 'without a name': .+$/],
] as const)('a wrong profile is reported in one line', ([profile, line]) => {
  expect(() => checkProfile(profile)).toThrow(line)
})

test.for([
  ['tmf-v4', { clientId: 'guichet' }, "operator profile 'tmf-v4' needs a client id and a client secret"],
  ['odd', {}, "operator profile 'odd' needs an API key"],
] as const)('the profile %s does not start without its credentials', ([name, credentials, line]) => {
  const options = { baseUrl: new URL('http://127.0.0.1:9/'), clock: { now: () => new Date() }, log: aLog() }
  expect(() => connectOperator({ profile: OPERATOR_PROFILES[name], credentials, ...options })).toThrow(new ProfileProblem(line))
})
