import { connect, type Socket } from 'node:net'

export type LoopbackRequest = { method?: 'GET' | 'POST'; path: string; body?: object | string; headers?: Record<string, string> }
/** The body stays bytes: decoding a compressed page would cost more than the server's own work. */
export type Answer = { status: number; head: string; body: Buffer; milliseconds: number }

/** One keep-alive connection to a local server. It does as little as possible, so that a load test measures the server and not the client. */
export type LoopbackConnection = { ask(request: Buffer): Promise<Answer>; close(): void }

export async function openConnection(port: number): Promise<LoopbackConnection> {
  const socket = connect({ port, host: 'localhost', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let answered: ((answer: Answer) => void) | null = null
  let failed: ((error: Error) => void) | null = null
  let began = 0
  let seen: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    seen = seen.length === 0 ? bytes : Buffer.concat([seen, bytes])
    const answer = wholeAnswer(seen)
    if (!answer || !answered) return
    seen = Buffer.alloc(0)
    answered({ ...answer, milliseconds: performance.now() - began })
  })
  socket.on('close', () => failed?.(new Error('the server closed the connection')))
  socket.on('error', (error) => failed?.(error))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve
        failed = reject
        began = performance.now()
        socket.write(request)
      }),
    close: () => close(socket),
  }
}

function close(socket: Socket): void {
  socket.removeAllListeners('close')
  socket.destroy()
}

export function requestBytes(port: number, { method = 'GET', path, body, headers = {} }: LoopbackRequest): Buffer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const lines = {
    host: `localhost:${port}`,
    'accept-encoding': 'br, gzip',
    ...(method === 'POST'
      ? { origin: `http://localhost:${port}`, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
      : {}),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${text}`)
}

/** Null until the response is complete. Our servers send the length of every body. */
function wholeAnswer(bytes: Buffer): Omit<Answer, 'milliseconds'> | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (bytes.length < end + 4 + length) return null
  return { status: Number(head.slice(9, 12)), head, body: bytes.subarray(end + 4) }
}
