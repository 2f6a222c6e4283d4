import { OPERATOR } from '#operator-record'
import type { PageRecord } from './operator-record.ts'

/** The operator of this process: GUICHET_OPERATOR on the server, the record in the page in a browser. */
const record: PageRecord = OPERATOR

export const { brand: BRAND, country: COUNTRY, money: MONEY } = record
