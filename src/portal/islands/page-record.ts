import type { PageRecord } from '#shared/operator-record.ts'
import { readRecord } from '../page/written-record.ts'
import { readFrame } from './read-frame.ts'

/** The browser's half of `#operator-record`: what the server wrote into the page. */
export const OPERATOR: PageRecord = readRecord(readFrame().operator)
