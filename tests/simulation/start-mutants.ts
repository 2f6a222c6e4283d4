import type { Mutant } from './mutant.ts'

/** Planted bugs about refused starts (I20) and delivery reports to providers (F65). */
export const START_MUTANTS: Mutant[] = [
  {
    name: 'I20 F66 a definite no closes the money too: a late success is never asked about',
    file: 'begin-attempt.ts',
    find: 'nextQueryAt: nextQuery(moved, at.ladder, at.now) }',
    replace: 'nextQueryAt: attempt.otherWaysFrom ? null : nextQuery(moved, at.ladder, at.now) }',
  },
  {
    name: 'I20 a 502 of a push wallet is a no',
    file: 'begin-attempt.ts',
    find: 'if (isPush(info)) return addSeconds(now, info.promptSeconds ?? PAYMENT_RULES.promptSeconds)',
    replace: '',
  },
  {
    name: 'I20 a duplicate reference, or silence, is a no',
    file: 'begin-attempt.ts',
    find: 'answered ? waysFrom(info, now) : null',
    replace: 'waysFrom(info, now)',
  },
  {
    name: 'I20 F66 a wallet that takes no further requests keeps the payer waiting',
    file: 'begin-attempt.ts',
    find: 'answered.status === 429',
    replace: 'answered.status === 999',
  },
  {
    name: 'I20 F66 a definite no opens no other way',
    file: 'begin-attempt.ts',
    find: 'return otherWaysFrom !== null && otherWaysFrom <= now && !isSecretPending',
    replace: 'return otherWaysFrom !== null && otherWaysFrom <= now && isSecretPending',
  },
  {
    name: 'F65 an acknowledgement counts as sent before it was',
    file: 'report-delivery.ts',
    find: 'const claimed: Attempt = { ...attempt, report:',
    replace: 'const claimed: Attempt = { ...attempt, isDeliveryReported: true, report:',
  },
  {
    name: 'F65 an acknowledgement that was refused counts as taken',
    file: 'report-delivery.ts',
    find: 'isDeliveryReported: isTaken,',
    replace: 'isDeliveryReported: true,',
  },
  {
    name: 'F65 an acknowledgement is not retried',
    file: 'plan-work.ts',
    find: '    timeOfReport(state),\n',
    replace: '',
  },
  {
    name: 'F65 an acknowledgement that is never accepted is not flagged',
    file: 'report-delivery.ts',
    find: "(isLate ? 'report-not-taken' : null)",
    replace: 'null',
  },
]
