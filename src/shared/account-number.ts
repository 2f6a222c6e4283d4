/**
 * FIX-2: a letter, then ten digits, "12 characters" in all. The two halves of that sentence disagree by one, so both ten and eleven digits
 * are accepted (docs/decisions/0014-bills.md).
 */
export const FIXED_ACCOUNT_PATTERN = '^[PE][0-9]{10,11}$'
