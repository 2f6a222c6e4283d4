import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MEASURES_PAGE, pageWithAlgorithms, usesIn } from '../../scripts/write-crypto-inventory.ts'

const SOURCES = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}', '**/testing/**'] })

const EVALUATES = /\beval\(|\bnew Function\(|\bsetTimeout\(\s*['"`]|from 'node:vm'/
/** Only these start programs, by a list of arguments and without a shell: the sandbox, its PostgreSQL, and a command that asks git. */
const STARTS_PROGRAMS = ['src/commands/operator-command.ts', 'src/composition/sandbox-process.ts']
const POSTGRES = /^src\/server\/postgres\//

test('no source evaluates text as code, and only named files start programs, without a shell', () => {
  const read = SOURCES.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(read.length).toBeGreaterThan(300)
  expect(read.filter(({ text }) => EVALUATES.test(text)).map(({ path }) => path)).toEqual([])
  const starting = read.filter(({ text }) => /from 'node:child_process'/.test(text))
  expect(
    starting
      .map(({ path }) => path)
      .filter((path) => !POSTGRES.test(path))
      .toSorted(),
  ).toEqual(STARTS_PROGRAMS)
  expect(
    starting.filter(({ text }) => /\bexec(?:Sync)?,? [^;]*from 'node:child_process'|shell: true/.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('text that is evaluated is found', () => {
  expect(
    ['eval(text)', 'new Function(text)', "setTimeout('run()', 1)", "import { run } from 'node:vm'"].every((text) => EVALUATES.test(text)),
  ).toBe(true)
  expect(['retrieval(text)', 'setTimeout(run, 1)', 'newFunction(text)'].some((text) => EVALUATES.test(text))).toBe(false)
})

test('every use of a hash, a cipher or a key is in the inventory: node scripts/write-crypto-inventory.ts', async () => {
  expect(readFileSync(MEASURES_PAGE, 'utf8')).toBe(await pageWithAlgorithms())
})

test('a new algorithm, or a use that the inventory does not understand, is found', () => {
  const from = (names: string, use: string) => usesIn(`import { ${names} } from 'node:crypto'\n${use}`)
  expect(from('createHash', "createHash('md5').update(text)")).toEqual(['hash md5'])
  expect(from('createHash', 'createHash(name)')).toEqual(['unread createHash'])
  expect(from('publicEncrypt, constants', '{ padding: constants.RSA_PKCS1_PADDING }')).toEqual(['encryption RSA_PKCS1_PADDING'])
  expect(from('type KeyObject, randomInt', 'randomInt(6)')).toEqual(['random numbers'])
})
