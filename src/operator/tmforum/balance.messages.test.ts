import { expect, test } from 'vitest'
import { balancesOf, type Bucket, mainPurse } from './balance.messages.ts'

const OFFICIAL = { remainingField: 'remainingValue' } as const
const bucket = (changes: Partial<Bucket>): Bucket => ({ id: 'B-1', usageType: 'data', status: 'active', name: '1 Go', ...changes })
const remaining = (changes: Partial<Bucket>) => balancesOf([bucket(changes)], OFFICIAL)?.[0]?.remaining

test('a bucket becomes a balance', () => {
  const whole = bucket({
    remainingValue: { amount: 12.4, units: 'GB' },
    initialValue: { amount: 20, units: 'GB' },
    validFor: { endDateTime: '2026-12-03T14:00:00Z' },
  })
  expect(balancesOf([whole], OFFICIAL)).toEqual([
    {
      id: 'B-1',
      kind: 'DATA',
      label: '1 Go',
      remaining: { value: 12.4, unit: 'GB' },
      total: { value: 20, unit: 'GB' },
      expiresAt: new Date('2026-12-03T14:00:00Z'),
    },
  ])
})

test.for([
  ['monetary', 'AIRTIME'],
  ['data', 'DATA'],
  ['voice', 'VOICE'],
  ['sms', 'SMS'],
  ['loyalty', 'OTHER'],
] as const)('a bucket of %s is %s', ([usageType, kind]) => {
  expect(balancesOf([bucket({ usageType, remainingValue: { amount: 1, units: 'x' } })], OFFICIAL)).toMatchObject([{ kind }])
})

test.for([
  [{}, 'unlimited'],
  [{ remainingValue: { amount: 0 }, remainingValueName: 'Illimité' }, 'unlimited'],
  [{ remainingValue: { amount: 0 }, remainingValueName: 'unlimited' }, 'unlimited'],
  [
    { remainingValue: { amount: 0, units: 'MB' }, remainingValueName: '0 Mo' },
    { value: 0, unit: 'MB' },
  ],
] as const)('%j leaves %j', ([changes, left]) => {
  expect(remaining(changes)).toEqual(left)
})

test('the older document says remainedAmount', () => {
  const older: Bucket = { id: 'B-1', bucketType: 'monetary', status: 'active', remainedAmount: { amount: 500, units: 'XOF' } }
  expect(balancesOf([older], { remainingField: 'remainedAmount' })).toMatchObject([
    { kind: 'AIRTIME', remaining: { value: 500, unit: 'XOF' } },
  ])
})

test.for(['expired', 'suspended'])('a bucket that is %s is left out', (status) => {
  expect(balancesOf([bucket({ status })], OFFICIAL)).toEqual([])
})

test('money without an amount is unreadable', () => {
  expect(balancesOf([bucket({ usageType: 'monetary' })], OFFICIAL)).toBeNull()
})

test('the purse is the active bucket of money, with its account', () => {
  const purse = bucket({ id: 7, usageType: 'monetary', partyAccount: { id: 'PA-1' } })
  expect(mainPurse([bucket({}), bucket({ usageType: 'monetary', status: 'expired' }), purse])).toEqual({ bucketId: '7', accountId: 'PA-1' })
  expect(mainPurse([bucket({ usageType: 'monetary' })])).toEqual({ bucketId: 'B-1', accountId: null })
  expect(mainPurse([{ usageType: 'monetary', href: 'https://bss.example.ne/tmf-api/bucket/B%207' }])?.bucketId).toBe('B 7')
  expect(mainPurse([{ usageType: 'monetary' }])).toBeNull()
  expect(mainPurse([])).toBeNull()
})
