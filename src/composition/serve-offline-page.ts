import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR } from '#operator-record'
import type { FastifyInstance } from 'fastify'
import { OFFLINE_PAGE, SERVICE_WORKER } from '#portal/offline/offline-addresses.ts'
import { OFFLINE_SCRIPT } from '#portal/offline/offline-script.ts'
import { escaped, offlineDocument } from '#portal/offline/offline-document.ts'
import { offlineRoutes } from '#server/pages/offline-routes.ts'
import { localeOf, type Language } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import { inEach, readPackage, type ReadContent } from './read-package.ts'

type Options = { isOn: boolean; readContent: ReadContent }

const BUILT = join(import.meta.dirname, '../../build/offline')
const STYLES = ['styles/tokens.css', 'offline/offline-page.css']

/** GEN-8: the offline page with its texts from content, and its worker; or, when it is off, the worker that removes itself. */
export async function serveOfflinePage(app: FastifyInstance, { isOn, readContent }: Options): Promise<void> {
  const built = (name: string) => readFileSync(join(BUILT, `${name}.js`), 'utf8').trim()
  const script = built('offline-page')
  const pageScript = isOn ? built('keep-page') : ''
  const worker = built(isOn ? 'service-worker' : 'removed-worker')
  const style =
    OPERATOR.look.style + smaller(STYLES.map((file) => readFileSync(join(import.meta.dirname, '../portal', file), 'utf8')).join(''))
  const wordsIn = async (language: Language) => ({
    ...(await readPackage(readContent, 'orp-translation', language)),
    ...(await readPackage(readContent, 'phone-translation', language)),
  })
  const keptWords = async (language: Language) => ({ copy: escaped((await wordsIn(language)).keptCopy), locale: localeOf(language) })
  await app.register(
    offlineRoutes({
      addresses: { page: OFFLINE_PAGE, worker: SERVICE_WORKER, script: OFFLINE_SCRIPT },
      async read() {
        const html = offlineDocument(await inEach(CHECKED_LANGUAGES, wordsIn), { style, script })
        // Another page is another worker, which fetches it.
        const version = hash('sha256', html, 'base64url').slice(0, 12)
        return {
          page: { html, style, script },
          worker: `const OFFLINE_VERSION='${version}',KEPT_WORDS=${JSON.stringify(await inEach(CHECKED_LANGUAGES, keptWords))};${worker}`,
          pageScript,
        }
      },
    }),
  )
}

function smaller(style: string): string {
  return style.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
}
