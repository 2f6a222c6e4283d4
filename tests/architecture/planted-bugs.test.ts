import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { USSD_MUTANTS } from '../mutants/ussd-mutants.ts'
import { MUTANTS } from '../simulation/mutants.ts'

type PlantedBug = { name: string; file: string; find: string }

/** Bugs whose code is not in the first folder that contains their file. */
function lost(bugs: readonly PlantedBug[], folders: readonly string[]): string[] {
  return bugs.filter((bug) => !sourceOf(bug, folders).includes(bug.find)).map(({ name }) => name)
}

function sourceOf({ file }: PlantedBug, folders: readonly string[]): string {
  const path = folders.map((folder) => join(folder, file)).find((each) => existsSync(each))
  return path === undefined ? '' : readFileSync(path, 'utf8')
}

test('each planted bug of the USSD menu replaces code that is there', () => {
  expect(lost(USSD_MUTANTS, ['src/features/ussd'])).toEqual([])
})

test('each planted bug of the payment simulation replaces code that is there', () => {
  expect(lost(MUTANTS, ['src/features/payment/engine', 'src/features/payment', 'src/server'])).toEqual([])
})
