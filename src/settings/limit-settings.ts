import { number } from './setting.ts'

const PER = { min: 20, max: 1_000_000 }

/** Rate limits of the whole portal. Those of one visit or one IP address follow from honest load and are no setting (docs/limits.md). */
export const LIMITS = {
  codesPerMinute: number('LIMIT_CODES_PER_MINUTE', {
    unset: '600',
    ...PER,
    meaning: 'one-time codes sent by SMS in a minute, in total; at most half of them to callers without a visit',
  }),
  codesPerHour: number('LIMIT_CODES_PER_HOUR', { unset: '9000', ...PER, meaning: 'the same in an hour' }),
  numbersPerMinute: number('LIMIT_NUMBERS_PER_MINUTE', {
    unset: '30000',
    ...PER,
    meaning: 'numbers looked up in a minute, in total; at most half of them by callers without a visit',
  }),
  pushesPerMinute: number('LIMIT_PUSHES_PER_MINUTE', {
    unset: '600',
    ...PER,
    meaning: 'payment requests sent to phones in a minute, in total',
  }),
}
