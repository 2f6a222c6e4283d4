import type { Mutant } from './mutant.ts'

/** I19: planted bugs about well-formed answers for something other than the query. */
export const ANSWER_MUTANTS: Mutant[] = [
  {
    name: 'I19 F64 another amount than was asked for is money',
    file: 'observe.ts',
    find: 'return isAsAsked || seen.isOtherAmount ? seen :',
    replace: 'return isAsAsked || true ? seen :',
  },
  {
    name: 'I19 F64 the currency is not compared',
    file: 'observe.ts',
    find: 'amount.minor === asked.minor && amount.currency === asked.currency',
    replace: 'amount.minor === asked.minor',
  },
  {
    name: 'I19 F64 an answer without an amount settles what a notice had named',
    file: 'observe.ts',
    find: "if (seen.namesNoAmount && doubt?.why === 'details-differ')",
    replace: "if (seen.namesNoAmount && doubt?.why === 'receipt-used')",
  },
  {
    name: 'I19 a notice that names another amount is taken for one that says paid',
    file: 'apply-webhook.ts',
    find: "return seen.namesOther ? 'details-differ' : 'said-paid'",
    replace: "return 'said-paid'",
  },
  {
    name: 'I19 a notice that names another amount after the payment was credited is not heard',
    file: 'apply-webhook.ts',
    find: 'hasUrlToken && namesOther(webhook.seen, attempt) ? flagForReview(state) : state',
    replace: 'state',
  },
  {
    name: 'I19 an answer about something else ends the attempt',
    file: 'attempt-states.ts',
    find: "    case 'refunding':\n    case 'unrecognised':\n      return null",
    replace:
      "    case 'unrecognised':\n      if (seen.namesOther) return unpaid(from, { ...around, isDoubted: false }, { to: 'DECLINED', reason: 'other' })\n      return null\n    case 'refunding':\n      return null",
  },
]
