import type { Mutant } from './mutant.ts'

/** Planted bugs in what staff may do. */
export const STAFF_MUTANTS: Mutant[] = [
  {
    name: 'CON-3 a refund is approved, and the delivery goes on',
    file: 'staff-refunds.ts',
    find: 'attempt.isWinner ? stopDelivery(state, decision) : { state, events: [] }',
    replace: '{ state, events: [] }',
  },
  {
    name: 'CON-3 a refund is offered while the operator may have delivered',
    file: 'staff-refunds.ts',
    find: "case 'TRACKING':\n      return 'delivery-in-doubt'",
    replace: "  return 'delivery-in-doubt'\n    case 'TRACKING':\n      return null",
  },
  {
    name: 'CON-3 a delivery call that is in flight counts as stopped',
    file: 'staff-refunds.ts',
    find: "case 'SENDING':\n    case 'TRACKING':",
    replace: "case 'SENDING':\n      return null\n    case 'TRACKING':",
  },
  {
    name: 'CON-3 a call that the operator did not know for a short while counts as never received',
    file: 'staff-refunds.ts',
    find: "return order.sends === 0 ? null : 'delivery-in-doubt'",
    replace: 'return null',
  },
  {
    name: 'CON-3 delivered again while the refund may be at the provider',
    file: 'staff-acts.ts',
    find: "return (state === 'QUEUED' && tries === 0) || (state === 'REVIEW' && !hasRefundCall)",
    replace: "return state !== 'DONE'",
  },
  {
    name: 'CON-3 the refusal of the first call ends the second one, which still waits at the operator',
    file: 'apply-work.ts',
    find: 'return isAboutEarlierCall(state) ? refusedSinceLong(state, seen.value.reason, at) : refuse(state, seen.value.reason, at)',
    replace: 'return refuse(state, seen.value.reason, at)',
  },
  {
    name: 'asking again about a delivery sends it again',
    file: 'staff-acts.ts',
    find: '{ ...state.order, nextFulfilmentAt: now }',
    replace: "{ ...state.order, fulfilment: 'QUEUED' as const, nextFulfilmentAt: now }",
  },
  {
    name: 'asking again about a refund requests it again',
    file: 'staff-acts.ts',
    find: 'return { ...refund, tries: Math.max(1, refund.tries - 1), nextWorkAt: now }',
    replace: "return { ...refund, state: 'QUEUED', nextWorkAt: now }",
  },
  {
    name: 'a closed review hides what else waits for a person',
    file: 'staff-acts.ts',
    find: 'order: { ...change.state.order, review } }',
    replace: 'order: { ...change.state.order, review: null } }',
  },
  {
    name: 'a refund ends every review of its order',
    file: 'review-left.ts',
    find: 'review: reasonLeft(state, order.review) }',
    replace: 'review: null }',
  },
  {
    name: 'CON-4 an approval leaves no trace in the audit log',
    file: '../staff-acts/staff-desk.ts',
    find: "entries: [entryOf(staff, { outcome: 'approved', act, reference, detail })]",
    replace: 'entries: []',
  },
  {
    name: 'CON-3 a person approves an own proposal',
    file: '../staff-acts/staff-desk.ts',
    find: 'refuseOther(staff, proposal)\n',
    replace: '\n',
  },
]
