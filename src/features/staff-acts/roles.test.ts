import { expect, test } from 'vitest'
import { STAFF_ACTS, type StaffAct } from './acts.ts'
import { hasPartIn, mayApprove, mayDo, mayPropose, STAFF_ROLES } from './roles.ts'

const may = (act: StaffAct) =>
  STAFF_ROLES.map((role) => {
    const staff = { id: role, roles: [role] }
    return (mayDo(staff, act) ? 'D' : '') + (mayPropose(staff, act) ? 'P' : '') + (mayApprove(staff, act, 'other') ? 'A' : '') || '–'
  }).join(' ')

test('CON-2 the role table of the acts: viewer, care, finance, editor, approver', () => {
  expect(Object.fromEntries(STAFF_ACTS.map((act) => [act, may(act)]))).toEqual({
    'ask-again': '– D D – D',
    'resend-receipt': '– D D – D',
    'add-note': '– D D – D',
    assign: '– D D – D',
    'retry-failed': '– D D – D',
    'close-review': '– DP DP – DPA',
    refund: '– P P – A',
    'refund-delivered': '– P P – A',
    'deliver-again': '– P P – A',
    'answer-claim': '– D D – D',
    'see-number': '– D D – D',
    'export-payments': 'D D D – D',
    'export-numbers': '– – P – A',
    'export-audit': '– – D – D',
    'find-customer-data': '– D D – D',
    'export-customer-data': '– P P – A',
    'erase-customer-data': '– P P – A',
    'close-way': '– – D – D',
    'reopen-way': '– – P – A',
    'publish-announcement': '– – – DP DA',
    'take-down-announcement': '– – – D D',
    'write-text': '– – – D –',
    'publish-text': '– – – P A',
    'restore-text': '– – – – D',
    'upload-statement': '– – D – –',
    'compare-statement': '– – D – –',
    'explain-difference': '– – D – –',
    'sign-day': '– – PA – A',
    'export-reconciliation': '– – D – D',
  })
})

test('CON-3 a person with every role never approves an own proposal', () => {
  const all = { id: 'sub-1', roles: STAFF_ROLES }
  for (const act of STAFF_ACTS) expect(mayApprove(all, act, 'sub-1')).toBe(false)
  expect(mayApprove(all, 'refund', 'sub-2')).toBe(true)
})

test('CON-2 a person without a role has no part in any act', () => {
  for (const act of STAFF_ACTS) expect(hasPartIn({ roles: [] }, act)).toBe(false)
})
