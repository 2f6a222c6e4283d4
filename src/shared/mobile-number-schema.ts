import { Type } from 'typebox'
import { MOBILE_NUMBER_PATTERN, type MobileNumber } from './mobile-number.ts'

/** For contracts: whoever serves a call gets a number that is one, and nobody behind looks again. */
export const MobileNumberText = Type.Unsafe<MobileNumber>(Type.String({ pattern: MOBILE_NUMBER_PATTERN }))
