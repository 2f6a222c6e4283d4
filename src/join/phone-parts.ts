import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { OFFERED_NUMBERS_SCRIPT } from '#features/on-this-phone/number-addresses.ts'
import type { OfferedNumbersWords } from '#features/on-this-phone/portal/offered-words.ts'
import { sendScript } from '#server/pages/offline-routes.ts'
import type { Language } from '#shared/language.ts'
import { readPackage, type ReadContent } from './read-package.ts'
import { smallerStyle } from './smaller-style.ts'

const BUILT = join(import.meta.dirname, '../../build/offline/offer-numbers.js')
const STYLE = join(import.meta.dirname, '../features/on-this-phone/portal/offered-numbers.css')

/** RECENT-1: what offers the numbers of a phone, with its words and its style, fetched by phones that keep one. */
export async function serveOfferedNumbers(app: FastifyInstance, readContent: ReadContent): Promise<void> {
  const script = readFileSync(BUILT, 'utf8').trim()
  const style = smallerStyle(readFileSync(STYLE, 'utf8'))
  async function wordsIn(language: Language): Promise<OfferedNumbersWords> {
    const words = await readPackage(readContent, 'phone-translation', language)
    const { offeredTitle, manage, chosenNumber, removeNumber, removedNumber } = words
    return { offeredTitle, manage, chosenNumber, removeNumber, removedNumber }
  }
  app.get(OFFERED_NUMBERS_SCRIPT, { schema: { hide: true } }, async (request, reply) => {
    const offered = { style, words: { fr: await wordsIn('fr'), en: await wordsIn('en') } }
    return sendScript(request, reply, `const OFFERED=${JSON.stringify(offered)};${script}`)
  })
}
