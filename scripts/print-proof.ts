import { proofTable, provenRows } from '../tests/proof/proof-page.ts'
import { ALL_ROWS } from '../tests/proof/proof-rows.ts'

/** `node scripts/print-proof.ts F62 'abuse 89'`: every test of these rows; without an id, of all rows. */
const ids = new Set(process.argv.slice(2))
const unknown = [...ids].filter((id) => !ALL_ROWS.some((row) => row.id === id))
if (unknown.length > 0) {
  process.stderr.write(`No such row: ${unknown.join(', ')}\n`)
  process.exitCode = 1
} else process.stdout.write(proofTable(provenRows(ids.size === 0 ? ALL_ROWS : ALL_ROWS.filter(({ id }) => ids.has(id)))))
