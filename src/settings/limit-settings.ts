import { number } from './setting.ts'

const PER = { min: 20, max: 1_000_000 }

/** Budgets of the whole portal. What one visit or one address may do follows from the honest crowd and is no setting (docs/limits.md). */
export const LIMITS = {
  codesPerMinute: number('LIMIT_CODES_PER_MINUTE', {
    unset: '600',
    ...PER,
    meaning: 'one-time codes sent by SMS in a minute, all together; half of them at most to askers the portal does not know',
  }),
  codesPerHour: number('LIMIT_CODES_PER_HOUR', { unset: '9000', ...PER, meaning: 'the same in an hour' }),
  numbersPerMinute: number('LIMIT_NUMBERS_PER_MINUTE', {
    unset: '30000',
    ...PER,
    meaning: 'numbers looked up in a minute, all together; half of them at most by askers the portal does not know',
  }),
  pushesPerMinute: number('LIMIT_PUSHES_PER_MINUTE', {
    unset: '600',
    ...PER,
    meaning: 'payment requests sent to phones in a minute, all together',
  }),
}
