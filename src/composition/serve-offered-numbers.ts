import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { OFFERED_NUMBERS_SCRIPT } from '#features/device-storage/number-addresses.ts'
import type { OfferedNumbersWords } from '#features/device-storage/portal/offered-words.ts'
import { sendScript } from '#server/pages/offline-routes.ts'
import type { Language } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import { inEach, readPackage, type ReadContent } from './read-package.ts'

const BUILT = join(import.meta.dirname, '../../build/offline/offer-numbers.js')

/** RECENT-1: the script that suggests the phone's saved numbers, with its texts, fetched by phones that have one saved. */
export async function serveOfferedNumbers(app: FastifyInstance, readContent: ReadContent): Promise<void> {
  const script = readFileSync(BUILT, 'utf8').trim()
  async function wordsIn(language: Language): Promise<OfferedNumbersWords> {
    const words = await readPackage(readContent, 'phone-translation', language)
    const { offeredTitle, manage, chosenNumber, removeNumber, removedNumber } = words
    return { offeredTitle, manage, chosenNumber, removeNumber, removedNumber }
  }
  app.get(OFFERED_NUMBERS_SCRIPT, { schema: { hide: true } }, async (request, reply) => {
    const offered = await inEach(CHECKED_LANGUAGES, wordsIn)
    return sendScript(request, reply, `const OFFERED=${JSON.stringify(offered)};${script}`)
  })
}
