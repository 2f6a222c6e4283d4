import { expect, test } from 'vitest'
import { readStaff } from './read-staff.ts'

const roles = { viewer: ['g-viewer'], care: ['g-care', 'support'], finance: ['g-finance'], editor: [], approver: ['g-approver'] }
const read = (claims: Record<string, unknown>, roleClaim = 'groups') => readStaff({ sub: 'u1', ...claims }, { roleClaim, roles })

test.for<[claim: unknown, expected: readonly string[]]>([
  [['g-care'], ['care']],
  [
    ['g-approver', 'g-finance', 'unknown'],
    ['finance', 'approver'],
  ],
  ['support', ['care']],
  [[], []],
  [[{ care: true }, null, 7, ['g-care']], []],
  ['g-care g-finance', []],
  [{ 0: 'g-care' }, []],
  [null, []],
])('CON-1 the role claim %j gives %j', ([claim, expected]) => {
  expect(read({ groups: claim })?.roles).toEqual(expected)
})

test('CON-1 a claim inside of an object is found by its way, and one with points in its name by its name', () => {
  expect(read({ realm_access: { roles: ['g-care'] } }, 'realm_access.roles')?.roles).toEqual(['care'])
  expect(read({ 'https://example.ne/roles': ['g-care'] }, 'https://example.ne/roles')?.roles).toEqual(['care'])
  expect(read({ realm_access: 'x' }, 'realm_access.roles')).toBeNull()
  expect(read({}, '__proto__.roles')).toBeNull()
  expect(read({}, 'constructor.name')).toBeNull()
})

test.for<[claims: Record<string, unknown>, name: string]>([
  [{ name: 'Amina S.' }, 'Amina S.'],
  [{ preferred_username: 'amina' }, 'amina'],
  [{ name: '   ', preferred_username: 7 }, 'u1'],
  [{ name: 'A\u0000\u202eB\n' }, 'A  B'],
  [{ name: 'x'.repeat(500) }, 'x'.repeat(80)],
])('CON-4 the name in the audit log is never empty, long or misleading: %j', ([claims, name]) => {
  expect(read({ groups: [], ...claims })?.name).toBe(name)
})
