import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { DataProposal } from '../customer-data.ts'
import { countCustomerData } from './customer-data.store.ts'
import { createDataDesk, openNumberOf, type DataDesk } from './data-desk.ts'
import { listDataProposals, listFetchable, readDataProposal } from './data-proposals.ts'

const DAY_MS = 24 * 3_600_000

/** Requests about data, for the console and its commands. */
export type DataWork = {
  desk: DataDesk
  read(id: number): Promise<DataProposal | null>
  /** Open ones, the oldest first. */
  open(now: Date): Promise<DataProposal[]>
  /** Approved exports that this person may fetch now. */
  fetchable(staffId: string, now: Date): Promise<DataProposal[]>
  count(number: MobileNumber): ReturnType<typeof countCustomerData>
  isAbout(proposal: DataProposal, number: MobileNumber): boolean
}

export function createDataWork(deps: { db: Database; clock: Clock; cipher: FieldCipher }): DataWork {
  const { db, cipher } = deps
  return {
    desk: createDataDesk(deps),
    read: (id) => readDataProposal(db, id),
    open: (now) => listDataProposals(db, now),
    fetchable: (staffId, now) => listFetchable(db, { staffId, since: new Date(now.getTime() - DAY_MS) }),
    count: (number) => countCustomerData(db, number),
    isAbout: ({ request }, number) => openNumberOf(cipher, request) === number,
  }
}
