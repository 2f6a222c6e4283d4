import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerSections, withAnswers } from '../../scripts/write-answer-tables.ts'
import { PROTOCOL_PAGES, withMessages } from '../../scripts/write-protocol-messages.ts'
import { START_PAGES, withStarts } from '../../scripts/write-start-tables.ts'

test.for(Object.entries(PROTOCOL_PAGES))('%s lists the messages of the tables', async ([page, document]) => {
  const written = readFileSync(page, 'utf8')
  expect((await withMessages(page, written, document)) === written, 'run node scripts/write-protocol-messages.ts').toBe(true)
})

test.for(START_PAGES)('%s explains the answers to a start as in the tables', async (page) => {
  const written = readFileSync(page, 'utf8')
  expect((await withStarts(page, written)) === written, 'run node scripts/write-start-tables.ts').toBe(true)
})

test('I19 every page lists the engine’s verdicts on answers with a wrong field', async () => {
  const sections = Object.entries(await answerSections())
  expect(sections.length).toBeGreaterThan(6)
  for (const [page, section] of sections) {
    const written = readFileSync(page, 'utf8')
    expect((await withAnswers(page, written, section)) === written, `${page}: run node scripts/write-answer-tables.ts`).toBe(true)
  }
})
