import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const BUILT = join(import.meta.dirname, '../../build/browser')

/** A host with the built files below `assets/` only, as for CDN_URL. `asked` lists the requested paths. */
export async function createAssetHost(): Promise<{ url: string; asked: string[]; close(): Promise<void> }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    asked.push(pathname)
    const file = /^\/assets\/[\w.-]+$/.exec(pathname)?.[0]
    const reading = file ? readFile(join(BUILT, file)) : Promise.reject(new Error(pathname))
    reading.then(
      (content) => {
        const type = pathname.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
        response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(content)
      },
      () => response.writeHead(404, { 'access-control-allow-origin': '*' }).end(),
    )
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
