import { writeFileSync } from 'node:fs'
import { excuseOf, PROOF_PAGE, proofPage, provenRows } from '../tests/proof/proof-page.ts'

writeFileSync(PROOF_PAGE, proofPage())
const open = provenRows().filter((row) => row.proofs.length === 0 && excuseOf(row) === null)
if (open.length > 0) process.stdout.write(`Without a test: ${open.map(({ id }) => id).join(', ')}\n`)
