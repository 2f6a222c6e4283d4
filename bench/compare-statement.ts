import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { OWN_FORMAT } from '#features/reconciliation/example-mappings.ts'
import { compareStatement } from '#features/reconciliation/server/statements.ts'
import { receiveStatement } from '#features/reconciliation/server/uploads.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase, openPool } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import type { Staff } from '#shared/staff-role.ts'
import { peakMemoryMb } from './machine.ts'

/** A process of its own, so that its memory is measured: receives one file, compares it, and prints what that took. */
const [url = '', path = '', day = ''] = process.argv.slice(2)
const staff: Staff = { id: 'bench', name: 'Bench', roles: ['finance'] }
const pool = openPool(url, () => {})
const place = {
  db: openDatabase(pool),
  clock: systemClock,
  cipher: createFieldCipher({ secret: 'a secret of the bench, long enough', secretBefore: null }),
}

const began = performance.now()
const received = await receiveStatement(place, { source: 'dpo', day, fileName: basename(path), bytes: createReadStream(path), staff })
if (received.kind !== 'received') throw new Error(JSON.stringify(received))
const read = performance.now()
const result = await compareStatement(place, { id: received.id, staff, mapping: OWN_FORMAT, isKept: false })
if (result.kind !== 'compared') throw new Error(JSON.stringify(result))
const [uploadMs, compareMs] = [read - began, performance.now() - read]
await pool.end()
process.stdout.write(JSON.stringify({ uploadMs, compareMs, peakMb: peakMemoryMb(process.pid), differences: result.differences }))
