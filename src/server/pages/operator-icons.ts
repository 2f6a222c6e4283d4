import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const

/** The operator's icons at the addresses that browsers and the app manifest know; read once. */
export function serveOperatorIcons(app: FastifyInstance, files: Readonly<Record<string, string>>): void {
  for (const [address, file] of Object.entries(files)) {
    const bytes = readFileSync(file)
    app.get(address, { schema: { hide: true } }, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type(file.endsWith('.svg') ? TYPES.svg : TYPES.png)
        .send(bytes),
    )
  }
}
