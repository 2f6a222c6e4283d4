import { Type } from 'typebox'
import { mobileNumberPattern, type MobileNumber } from './mobile-number.ts'

/** For contracts: every call receives a valid number, and no code behind it checks again. */
export const MobileNumberText = Type.Unsafe<MobileNumber>(Type.String({ pattern: mobileNumberPattern() }))
