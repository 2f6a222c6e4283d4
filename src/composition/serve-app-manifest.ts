import { OPERATOR } from '#operator-record'
import type { FastifyInstance } from 'fastify'
import { appManifest, manifestPath } from '#portal/offline/app-manifest.ts'
import { LANGUAGES } from '#shared/language.ts'
import { readPackage, type ReadContent } from './read-package.ts'

/** Browsers request it with many pages, and it hardly ever changes. */
const CACHING = 'public, max-age=3600'

/** OFF-5: the portal as an app that can be installed, in the operator's words and colours. */
export async function serveAppManifest(app: FastifyInstance, readContent: ReadContent): Promise<void> {
  const { night } = OPERATOR.look
  for (const language of LANGUAGES)
    app.get(manifestPath(language), { schema: { hide: true } }, async (_request, reply) => {
      const [phone, meta] = await Promise.all([
        readPackage(readContent, 'phone-translation', language),
        readPackage(readContent, 'meta-data-config', language),
      ])
      const words = { name: phone.appName, shortName: phone.appShortName, description: meta.description }
      reply.header('cache-control', CACHING).type('application/manifest+json; charset=utf-8')
      return JSON.stringify(appManifest(words, { language, night }))
    })
}
