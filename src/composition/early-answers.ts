import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import type { Settings } from '#settings/settings.ts'
import { LANGUAGES } from '#shared/language.ts'

/** F68: the port is open before the portal can serve, and `/readyz` says what it waits for. */
export type EarlyAnswers = { say(reason: string): void; close(): Promise<void> }

const HEADERS = {
  'cache-control': 'no-store',
  'retry-after': '5',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  connection: 'close',
}

export async function listenEarly({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<EarlyAnswers> {
  let reason = 'the portal is starting'
  const words = LANGUAGES.map((language) => waitWords(language)).join('\n')
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return answer(response, { status: 200, type: 'application/json', body: '{"status":"ok"}' })
    if (path === '/readyz')
      return answer(response, { status: 503, type: 'application/json', body: JSON.stringify({ status: 'starting', reason }) })
    return answer(response, { status: 503, type: 'text/plain; charset=utf-8', body: `${words}\n` })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    say: (words) => (reason = words),
    async close() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The text for visitors while the database is down. */
function waitWords(language: (typeof LANGUAGES)[number]): string {
  const texts = readSeedFiles().read('problem-translation', language)
  return typeof texts === 'object' && texts !== null && 'unavailable' in texts ? String(texts.unavailable) : ''
}

function answer(response: ServerResponse, { status, type, body }: { status: number; type: string; body: string }): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body)
}
