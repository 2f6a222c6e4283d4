import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ConsoleFiles } from '../console-bundle.tsx'
import type { ConsoleOptions } from './console-options.ts'

const FOREVER = 'private, max-age=31536000, immutable'

/** The style sheet and the script under names of their content, and the icon. They say nothing of any payment, so no session is needed. */
export async function serveAssets(
  app: FastifyInstance,
  { loadAssets, icon }: Pick<ConsoleOptions, 'loadAssets' | 'icon'>,
): Promise<ConsoleFiles> {
  const { styles, script } = await loadAssets()
  const files = { styles: `/assets/console-${nameOf(styles)}.css`, script: `/assets/console-${nameOf(script)}.js` }
  app.get(files.styles, async (_request, reply) => reply.header('cache-control', FOREVER).type('text/css; charset=utf-8').send(styles))
  app.get(files.script, async (_request, reply) =>
    reply.header('cache-control', FOREVER).type('text/javascript; charset=utf-8').send(script),
  )
  app.get('/favicon.svg', async (_request, reply) => reply.header('cache-control', 'private, max-age=3600').type(icon.type).send(icon.body))
  return files
}

function nameOf(text: string): string {
  return hash('sha256', text, 'base64url')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)
}
