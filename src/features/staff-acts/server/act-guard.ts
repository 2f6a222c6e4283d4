import { mayDo } from '../roles.ts'
import { stateMark } from '../payment-acts.ts'
import { claimKey, saveResult } from './desk-store.ts'

/** What a feature whose records staff change uses of the desk: roles, keys that count once, and the mark of a payment (CON-2, CON-5). */
export const actGuard = { mayDo, stateMark, claimKey, saveResult }
