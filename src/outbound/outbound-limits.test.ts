import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GEOCODER_LIMITS, OPERATOR_LIMITS, PROVIDER_LIMITS, SMS_LIMITS, TIME_LIMITS_MS } from './outbound-limits.ts'

const seconds = (ms: number) => `${ms / 1000} s`
const rest = (failures: number, openMs: number) => `${failures} failures, for ${seconds(openMs)}`
const { start, question } = PROVIDER_LIMITS
const { short, long } = TIME_LIMITS_MS

const ROWS = [
  [
    'payment method: starts and PINs',
    start.maxConcurrent,
    start.maxQueued,
    seconds(start.queueTimeoutMs),
    seconds(short),
    rest(start.failureThreshold, start.openMs),
  ],
  [
    'payment method: queries and refunds',
    question.maxConcurrent,
    question.maxQueued,
    seconds(question.queueTimeoutMs),
    `${seconds(short)}, slow calls ${seconds(long)}`,
    rest(question.failureThreshold, question.openMs),
  ],
  [
    'operator system: reads',
    OPERATOR_LIMITS.readsAtOnce,
    OPERATOR_LIMITS.readsWaiting,
    `${seconds(OPERATOR_LIMITS.readDeadlineMs)} in total`,
    `${seconds(OPERATOR_LIMITS.readTimeoutMs)}, ${OPERATOR_LIMITS.readRepeats + 1} attempts`,
    rest(OPERATOR_LIMITS.breakAfterFailures, OPERATOR_LIMITS.openMs),
  ],
  [
    'operator system: writes',
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
    rest(SMS_LIMITS.breakAfterFailures, SMS_LIMITS.openMs),
  ],
  [
    'geocoder',
    GEOCODER_LIMITS.readsAtOnce,
    GEOCODER_LIMITS.readsWaiting,
    `${seconds(GEOCODER_LIMITS.readDeadlineMs)} in total`,
    seconds(GEOCODER_LIMITS.readTimeoutMs),
    rest(GEOCODER_LIMITS.breakAfterFailures, GEOCODER_LIMITS.openMs),
  ],
]

test('docs/operations.md lists the limits of all bulkheads', () => {
  const page = readFileSync('docs/operations.md', 'utf8').replaceAll(/ +/g, ' ')
  for (const row of ROWS) expect(page).toContain(`| ${row.join(' | ')} |`)
})
