import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GEOCODER_LIMITS, OPERATOR_LIMITS, PROVIDER_ROOMS, SMS_LIMITS, TIME_LIMITS_MS } from './room-sizes.ts'

const seconds = (ms: number) => `${ms / 1000} s`
const rest = (silences: number, restMs: number) => `${silences} silences, for ${seconds(restMs)}`
const { start, question } = PROVIDER_ROOMS
const { short, long } = TIME_LIMITS_MS

const ROWS = [
  [
    'a way to pay: starts and PINs',
    start.atOnce,
    start.waiting,
    seconds(start.waitMs),
    seconds(short),
    rest(start.breakAfter, start.restMs),
  ],
  [
    'a way to pay: questions and refunds',
    question.atOnce,
    question.waiting,
    seconds(question.waitMs),
    `${seconds(short)}, slow ones ${seconds(long)}`,
    rest(question.breakAfter, question.restMs),
  ],
  [
    'a system of the operator: reads',
    OPERATOR_LIMITS.readsAtOnce,
    OPERATOR_LIMITS.readsWaiting,
    `${seconds(OPERATOR_LIMITS.readDeadlineMs)} in all`,
    `${seconds(OPERATOR_LIMITS.readTimeoutMs)}, ${OPERATOR_LIMITS.readRepeats + 1} tries`,
    rest(OPERATOR_LIMITS.breakAfterFailures, OPERATOR_LIMITS.restMs),
  ],
  [
    'a system of the operator: writes',
    OPERATOR_LIMITS.writesAtOnce,
    OPERATOR_LIMITS.writesWaiting,
    seconds(OPERATOR_LIMITS.writeWaitMs),
    seconds(OPERATOR_LIMITS.writeTimeoutMs),
    'together with its reads',
  ],
  [
    'SMS centre',
    SMS_LIMITS.writesAtOnce,
    SMS_LIMITS.writesWaiting,
    seconds(SMS_LIMITS.writeWaitMs),
    seconds(SMS_LIMITS.writeTimeoutMs),
    rest(SMS_LIMITS.breakAfterFailures, SMS_LIMITS.restMs),
  ],
  [
    'geocoder',
    GEOCODER_LIMITS.readsAtOnce,
    GEOCODER_LIMITS.readsWaiting,
    `${seconds(GEOCODER_LIMITS.readDeadlineMs)} in all`,
    seconds(GEOCODER_LIMITS.readTimeoutMs),
    rest(GEOCODER_LIMITS.breakAfterFailures, GEOCODER_LIMITS.restMs),
  ],
]

test('docs/operations.md tells the numbers of the rooms as they are', () => {
  const page = readFileSync('docs/operations.md', 'utf8').replaceAll(/ +/g, ' ')
  for (const row of ROWS) expect(page).toContain(`| ${row.join(' | ')} |`)
})
