import type { StaffRole } from '#shared/staff-role.ts'
import type { StaffAct } from './acts.ts'

export { STAFF_ROLES, type Staff, type StaffRole } from '#shared/staff-role.ts'

/** Who does an act alone, who proposes it, and who approves the proposal of another person. */
export type ActRule = { does: readonly StaffRole[]; proposes: readonly StaffRole[]; approves: readonly StaffRole[] }

const DESK: readonly StaffRole[] = ['care', 'finance', 'approver']

const alone = (...does: readonly StaffRole[]): ActRule => ({ does, proposes: [], approves: [] })
const byTwo = (...proposes: readonly StaffRole[]): ActRule => ({ does: [], proposes, approves: ['approver'] })

/** CON-2, CON-3: the role table of the console. What moves money, or hands out or erases data, needs two people. */
export const ACT_RULES: Readonly<Record<StaffAct, ActRule>> = {
  'ask-again': alone(...DESK),
  'resend-receipt': alone(...DESK),
  'add-note': alone(...DESK),
  assign: alone(...DESK),
  'retry-failed': alone(...DESK),
  // The resolution decides whether one person is enough: `peopleToClose`.
  'close-review': { does: DESK, proposes: DESK, approves: ['approver'] },
  refund: byTwo('care', 'finance'),
  'refund-delivered': byTwo('care', 'finance'),
  'deliver-again': byTwo('care', 'finance'),
  'answer-claim': alone(...DESK),
  'see-number': alone(...DESK),
  'export-payments': alone('viewer', ...DESK),
  'export-numbers': byTwo('finance'),
  'export-audit': alone('finance', 'approver'),
  'find-customer-data': alone(...DESK),
  'export-customer-data': byTwo('care', 'finance'),
  'erase-customer-data': byTwo('care', 'finance'),
  'close-way': alone('finance', 'approver'),
  'reopen-way': byTwo('finance'),
  // A checked template is published by one person; own words are proposed.
  'publish-announcement': { does: ['editor', 'approver'], proposes: ['editor'], approves: ['approver'] },
  'take-down-announcement': alone('editor', 'approver'),
  'write-text': alone('editor'),
  'publish-text': byTwo('editor'),
  'restore-text': alone('approver'),
  'upload-statement': alone('finance'),
  'compare-statement': alone('finance'),
  'explain-difference': alone('finance'),
  'sign-day': { does: [], proposes: ['finance'], approves: ['finance', 'approver'] },
  'export-reconciliation': alone('finance', 'approver'),
}

type Holder = { roles: readonly StaffRole[] }

const holdsOneOf = ({ roles }: Holder, wanted: readonly StaffRole[]) => roles.some((role) => wanted.includes(role))

export function mayDo(staff: Holder, act: StaffAct): boolean {
  return holdsOneOf(staff, ACT_RULES[act].does)
}

export function mayPropose(staff: Holder, act: StaffAct): boolean {
  return holdsOneOf(staff, ACT_RULES[act].proposes)
}

/** CON-3: whatever the roles, a proposal is never approved by its proposer. */
export function mayApprove(staff: Holder & { id: string }, act: StaffAct, proposedBy: string): boolean {
  return staff.id !== proposedBy && holdsOneOf(staff, ACT_RULES[act].approves)
}

/** Whether any part of an act is open to these roles: for menus and for the check of a route. */
export function hasPartIn(staff: Holder, act: StaffAct): boolean {
  const { does, proposes, approves } = ACT_RULES[act]
  return holdsOneOf(staff, [...does, ...proposes, ...approves])
}
