import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** What would break replicas of the version before, which run on the migrated database while they are replaced, or again after a step back. */
const TAKES_AWAY = [
  /\bdrop\s+(table|column|view)\b/i,
  /\brename\s+(to|column)\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\s+(?:(?!,|;|default)[\s\S])*\bnot\s+null\b(?:(?!,|;|default)[\s\S])*[,;]/i,
]

/** Comments may tell of what is not done. */
const statementsOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/--.*$/gm, '')

test('F43 a migration only adds: what the version before reads and writes is still there', () => {
  const files = globSync('migrations/*.sql').toSorted()
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((path) => TAKES_AWAY.some((pattern) => pattern.test(statementsOf(path))))).toEqual([])
  const numbers = files.map((path) => basename(path).slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('F43 the rule finds what takes away', () => {
  for (const statement of [
    'drop table visit;',
    'alter table a drop column b;',
    'alter table a rename to b;',
    'alter table a alter column b type bigint;',
    'alter table a add column b text not null;',
    'alter table a alter column b set not null;',
  ])
    expect(
      TAKES_AWAY.some((pattern) => pattern.test(statement)),
      statement,
    ).toBe(true)
  expect(TAKES_AWAY.some((pattern) => pattern.test("alter table a add column b jsonb not null default '[]', add column c text;"))).toBe(
    false,
  )
})
