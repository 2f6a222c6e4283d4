import type { Mapping } from '#features/reconciliation/mapping.ts'
import { listDifferences, readDay, signDay, type DayRefusal } from '#features/reconciliation/server/days.ts'
import { compareStatement, type Compared } from '#features/reconciliation/server/statements.ts'
import { receiveStatement, type Place, type Received } from '#features/reconciliation/server/uploads.ts'
import { openDatabase } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import type { Staff } from '#shared/staff-role.ts'
import { storePayment, type StoredAttempt } from './console-payments.ts'
import { testDatabase } from './test-database.ts'

export const NOW = new Date('2026-11-19T09:00:00Z')
export const ONE: Staff = { id: 'finance-1', name: 'Finance One', roles: ['finance'] }
export const TWO: Staff = { id: 'finance-2', name: 'Finance Two', roles: ['finance'] }
export const APPROVER: Staff = { id: 'approver-1', name: 'Approver One', roles: ['approver'] }

export const HEAD = 'Merchant Ref,Amount,Fee,Status,Completed,Txn\n'
export const MAPPING: Mapping = {
  name: 'evening',
  columns: { reference: 'Merchant Ref', amount: 'Amount', fee: 'Fee', state: 'Status', at: 'Completed', number: 'Txn' },
  currency: 'XOF',
  words: { successful: 'done', reversed: 'returned', failed: 'not-done' },
  decimal: 'point',
  unit: 'units',
}

async function* fileOf(text: string | Buffer) {
  yield Buffer.from(text)
}

/** A database of its own, with finance at work on statements of Paystack. */
export async function reconciliationWorld() {
  const db = openDatabase((await testDatabase()).pool)
  const cipher = createFieldCipher({ secret: 'a secret of the tests, long enough', secretBefore: null })
  const place: Place = { db, clock: { now: () => NOW }, cipher }
  const source = 'paystack'
  let numbers = 0

  /** Our reference at the provider. */
  async function paid(day: string, attempt: Partial<StoredAttempt> = {}): Promise<string> {
    const at = new Date(`${day}T11:00:00Z`)
    const { id } = await storePayment(db, { at, attempts: [{ state: 'PAID', isWinner: true, connector: source, ...attempt }] })
    return (await db.selectFrom('pay_attempt').select('ref').where('order_id', '=', id).executeTakeFirstOrThrow()).ref
  }
  /** A line with a number of its own, unless it is given. */
  function row(
    reference: string,
    status = 'Successful',
    amount = '1000',
    { fee = '20', time = '2026-11-17 12:00:00', txn = `T${(numbers += 1)}` } = {},
  ) {
    return `${reference},${amount},${fee},${status},${time},${txn}\n`
  }
  function upload(text: string | Buffer, { day = '2026-11-17', fileName = 'file.csv', staff = ONE } = {}): Promise<Received> {
    return receiveStatement(place, { source, day, fileName, bytes: fileOf(text), staff })
  }
  async function compare(received: Received, mapping: Mapping = MAPPING, isKept = false): Promise<Compared> {
    if (received.kind !== 'received') throw new Error(received.kind)
    return compareStatement(place, { id: received.id, staff: ONE, mapping, isKept })
  }
  const dayAt = (day: string) => readDay(db, { source, day })
  return {
    db,
    place,
    paid,
    row,
    upload,
    compare,
    dayAt,
    differencesIn: async (day: string) =>
      (await listDifferences(db, { source, day, limit: 1000 })).map(({ name, reference }) => `${name} ${reference}`),
    async aCleanDay(day: string): Promise<void> {
      await compare(await upload(HEAD + row(await paid(day)), { day }))
    },
    async sign(day: string, staff: Staff, version?: number): Promise<DayRefusal | null> {
      return signDay(place, { source, day, staff, version: version ?? (await dayAt(day))?.version ?? null })
    },
  }
}
