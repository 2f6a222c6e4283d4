import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROTOCOL_PAGES, withMessages } from '../../scripts/write-protocol-messages.ts'

test.for(Object.entries(PROTOCOL_PAGES))('%s lists the messages as the tables have them', ([page, document]) => {
  const written = readFileSync(page, 'utf8')
  expect(withMessages(written, document) === written, 'run node scripts/write-protocol-messages.ts').toBe(true)
})
