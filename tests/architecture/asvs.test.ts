import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRows, resolveEvidence, verdictOf } from '../../scripts/compliance/evidence.ts'
import { ASVS_IDS, ASVS_PAGE, ASVS_ROWS, asvsPage, idsOf } from '../../scripts/write-asvs.ts'
import { allProofs } from '../proof/test-titles.ts'

const rows = readRows(ASVS_ROWS)
const proofs = allProofs()

test('every requirement of levels 1 and 2 of ASVS 5.0.0 has one row, with its level', () => {
  const official = readFileSync(ASVS_IDS, 'utf8').trim().split('\n')
  expect(official).toHaveLength(253)
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(official)
})

test('every test, place in the code and heading that a row names exists', () => {
  const problems = rows.flatMap((row) =>
    row.evidence
      .map((one) => resolveEvidence(one, proofs).problem)
      .filter((problem) => problem !== null)
      .map((problem) => `${row.id}: ${problem}`),
  )
  expect(problems).toEqual([])
})

test('a row says what it is about, and a row that does not apply names nothing else', () => {
  expect(rows.filter(({ words }) => words.length < 3).map(({ id }) => id)).toEqual([])
  const mixed = rows.filter(({ evidence }) => evidence.length > 1 && evidence.some(({ kind }) => kind === 'no'))
  expect(mixed.map(({ id }) => id)).toEqual([])
})

test('a name that leads nowhere, or to two files, is found', () => {
  const found = (kind: 'test' | 'code' | 'doc', text: string) => resolveEvidence({ kind, text }, proofs).problem
  expect(found('test', 'no such rule is tested')).toContain('no test is called')
  expect(found('test', 'a redirect is not followed')).toContain('several files')
  expect(found('code', 'src/start.ts "no such text"')).toContain('does not hold')
  expect(found('doc', 'docs/architecture.md#no-such-heading')).toContain('no such heading')
  expect(found('doc', 'docs/architecture.md#import-rules')).toBeNull()
})

test('a row with something missing never counts as proven', () => {
  const row = (...kinds: ('test' | 'doc' | 'open' | 'no')[]) =>
    verdictOf({ id: '', level: '', words: '', evidence: kinds.map((kind) => ({ kind, text: '' })) })
  expect([row('test', 'open'), row('open'), row('test', 'doc'), row('doc'), row('no')]).toEqual([
    'partly',
    'open',
    'test',
    'document',
    'not applicable',
  ])
})

test('ids and levels are read from the official table, whatever its sentences contain', () => {
  const table = 'chapter_id,L\nV1,A,V1.1,B,V1.1.1,"Verify, ""twice"",3",2\nV1,A,V1.1,B,V1.1.2,Verify,1\nV1,A,V1.1,B,V1.1.3,Verify,3\n'
  expect(idsOf(table)).toBe('1.1.1 2\n1.1.2 1\n')
})

test('docs/compliance/asvs.md is up to date: node scripts/write-asvs.ts', async () => {
  expect(readFileSync(ASVS_PAGE, 'utf8')).toBe(await asvsPage())
})
