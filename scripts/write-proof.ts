import { writeFileSync } from 'node:fs'
import { excuseOf, PROOF_PAGE, proofSummary, provenRows } from '../tests/proof/proof-page.ts'

const rows = provenRows()
writeFileSync(PROOF_PAGE, proofSummary(rows))
const open = rows.filter((row) => row.proofs.length === 0 && excuseOf(row) === null)
if (open.length > 0) process.stdout.write(`Without a test: ${open.map(({ id }) => id).join(', ')}\n`)
