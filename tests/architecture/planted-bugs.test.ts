import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { USSD_MUTANTS } from '../mutants/ussd-mutants.ts'

test('each planted bug of the USSD menu replaces code that is there', () => {
  const lost = USSD_MUTANTS.filter(({ file, find }) => !readFileSync(join('src/features/ussd', file), 'utf8').includes(find))
  expect(lost.map(({ name }) => name)).toEqual([])
})
