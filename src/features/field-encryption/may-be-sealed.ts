/**
 * Matches the name of every encrypted field, and a few others: enough to decide whether to load the encryption
 * (features/field-encryption/portal/encrypt-values.ts), which then checks exactly (sealed-fields.ts). It is on every page, so it is short.
 */
export const MAY_BE_SEALED = /msisdn|mail|mobile|contact|username|otp|text/i

/** The header of a call with encrypted values. */
export const SEALING_HEADER = 'x-sealing'
