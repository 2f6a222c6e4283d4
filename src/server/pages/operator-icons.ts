import type { FastifyInstance } from 'fastify'
import type { IconRecord } from '#shared/operator-record.ts'
import { drawIcons } from './draw-icons.ts'

/** The operator's icons at the addresses that browsers and the app manifest know. PNG icons are drawn once, when the first is requested. */
export function serveOperatorIcons(app: FastifyInstance, icons: Readonly<Record<string, IconRecord>>): void {
  const drawn = drawOnce(icons)
  for (const [address, { svg, size }] of Object.entries(icons))
    app.get(address, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type(size ? 'image/png' : 'image/svg+xml')
        .send(size ? (await drawn()).get(address) : svg),
    )
}

/** A failed attempt is made again by the next request. */
function drawOnce(icons: Readonly<Record<string, IconRecord>>): () => Promise<Map<string, Buffer>> {
  const orders = Object.entries(icons).flatMap(([address, { svg, size }]) => (size ? [{ address, svg, size }] : []))
  let drawing: Promise<Map<string, Buffer>> | null = null
  const draw = async () => {
    const pictures = await drawIcons(orders)
    return new Map(pictures.map((picture, at) => [orders[at]?.address ?? '', picture]))
  }
  return () => {
    drawing ??= draw().catch((error: unknown) => {
      drawing = null
      throw error
    })
    return drawing
  }
}
