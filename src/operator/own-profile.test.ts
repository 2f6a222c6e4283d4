import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATOR_PROFILES } from './operator-profiles.ts'
import { readOwnProfile } from './own-profile.ts'

function folderWith(systems: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'))
  writeFileSync(join(folder, 'systems.json'), systems)
  return folder
}

test('a folder describes only what differs from a profile that ships', () => {
  const own = readOwnProfile(folderWith('{"like": "odd", "headers": {"X-Market": "{country}"}, "exchangeRate": null}'))
  expect(own).toEqual({ ...OPERATOR_PROFILES.odd, name: 'own', headers: { 'X-Market': '{country}' }, exchangeRate: null })
  expect(readOwnProfile(mkdtempSync(join(tmpdir(), 'operator-')))).toBeNull()
})

test.for([
  ['{', /^systems\.json: .*JSON/],
  ['[]', /^systems\.json: \/like must be tmf-v4 or odd$/],
  ['{"like": "toString"}', /^systems\.json: \/like must be/],
  ['{"like": "odd", "chanel": "WEB"}', /^systems\.json: operator profile 'own'/],
  ['{"like": "odd", "headers": {"X Market": "NE"}}', /^systems\.json: .*\/headers/],
  ['{"like": "odd", "words": {"654": {"SUCCESS": "paid"}}}', /^systems\.json: .*\/words\/654/],
  ['{"like": "odd", "paging": {"offset": "start"}}', /^systems\.json: .*\/paging/],
] as const)('what is wrong in systems.json is named: %s', ([systems, words]) => {
  expect(() => readOwnProfile(folderWith(systems))).toThrow(words)
})
