/**
 * Every name that is sealed, and a few that are not: enough to know whether what seals (features/sealing/portal/seal-values.ts) has to be fetched, which then
 * looks closely (sealed-fields.ts). On every page, so it is short.
 */
export const MAY_BE_SEALED = /msisdn|mail|mobile|contact|username|otp|text/i

/** The header by which a call says that it was sealed. */
export const SEALING_HEADER = 'x-sealing'
