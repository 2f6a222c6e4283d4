import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request as requestByTls } from 'node:https'
import { connect as connectPlain, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { freePorts } from '#tests/support/free-ports.ts'

/** deploy/nginx.conf in the nginx of this machine (Debian: apt-get install nginx-light), with ports and folders of this test. */
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path))
const hasNginx = NGINX !== undefined

const folder = mkdtempSync(join(tmpdir(), 'guichet-nginx-'))
const received: IncomingMessage[] = []
const stops: (() => unknown)[] = []
let [plain, secure] = [0, 0]

/** Answers with its name; the first lacks the files of the second, as while two versions run. */
async function aPortal(name: string): Promise<number> {
  const server = createServer((request, response) => {
    received.push(request)
    const isMissing = name === 'one' && request.url?.startsWith('/assets/')
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'text/plain', 'x-portal': name }).end(name)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stops.push(() => server.close())
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  if (!NGINX) return
  const [one, two] = [await aPortal('one'), await aPortal('two')]
  const [first = 0, second = 0, other = 0] = await freePorts(3)
  ;[plain, secure] = [first, second]
  // Started by root, its workers have another account.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'certificates'))
  const files = { key: join(folder, 'certificates/portal.key'), crt: join(folder, 'certificates/portal.crt') }
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-keyout', files.key, '-out', files.crt]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'pipe' })
  const conf = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replace(/listen 8443 /, `listen 127.0.0.1:${other} `)
    .replace('portal-one:3000', `127.0.0.1:${one}`)
    .replace('portal-two:3000', `127.0.0.1:${two}`)
    .replaceAll(/portal-(?:one|two):/g, '127.0.0.1:')
    .replaceAll(/\/var\/(?:log|cache)\/nginx\//g, `${folder}/`)
  writeFileSync(join(folder, 'nginx.conf'), conf)
  const run = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log'), '-g']
  execFileSync(NGINX, [...run, `pid ${folder}/pid;`, '-t'], { stdio: 'pipe' })
  const child = spawn(NGINX, [...run, `pid ${folder}/pid; daemon off;`], { stdio: 'ignore' })
  stops.push(() => child.kill('SIGQUIT'))
  await untilItListens(secure)
}, 30_000)

afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Whether a socket reached this event before it failed. */
function reaches(socket: Socket, event: string): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once(event, () => resolve(true)).once('error', () => resolve(false))
  })
}

async function untilItListens(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connectPlain(port, '127.0.0.1')
    const isOpen = await reaches(socket, 'connect')
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error(`nginx does not listen: ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
}

const byPlainText = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${plain}${path}`, { redirect: 'manual', ...init })

async function byTls(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const request = requestByTls({
    host: '127.0.0.1',
    port: secure,
    path,
    headers: { host: 'localhost', ...headers },
    rejectUnauthorized: false,
  }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: Buffer.concat(await response.toArray()).toString() }
}

async function agreedOn(options: ConnectionOptions): Promise<string | null> {
  const socket = connect({ host: '127.0.0.1', port: secure, rejectUnauthorized: false, ...options })
  const agreed = (await reaches(socket, 'secureConnect')) ? `${socket.getProtocol()} ${socket.getCipher().name}` : null
  socket.destroy()
  return agreed
}

test.skipIf(!hasNginx)('nginx redirects pages to HTTPS and refuses calls in plain text', async () => {
  const page = await byPlainText('/prepaid-recharge?amount=500')
  expect([page.status, page.headers.get('location')]).toEqual([301, 'https://127.0.0.1/prepaid-recharge?amount=500'])
  expect((await byPlainText('/orp/fixed-internet')).status).toBe(301)
  for (const path of [`${API_PREFIX}/transaction/v1/notice/dpo`, '/ussd/v1/session/key', '/ussd/v1/session']) {
    expect((await byPlainText(path)).status, path).toBe(403)
    expect((await byPlainText(path, { method: 'POST', body: 'x' })).status, path).toBe(403)
  }
  expect((await byPlainText('/prepaid-recharge', { method: 'POST', body: 'msisdn=90000001' })).status).toBe(403)
  expect(received).toEqual([])
})

test.skipIf(!hasNginx)('nginx accepts TLS 1.2 with forward secrecy and TLS 1.3, and nothing else', async () => {
  expect(await agreedOn({ maxVersion: 'TLSv1.3' })).toMatch(/^TLSv1\.3 TLS_/)
  expect(await agreedOn({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 ECDHE-.*(?:GCM|POLY1305)/)
  expect(await agreedOn({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })).toBeNull()
  for (const ciphers of ['AES256-GCM-SHA384', 'AES128-SHA', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES128-SHA256', 'DHE-RSA-AES256-GCM-SHA384'])
    expect(await agreedOn({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` }), ciphers).toBeNull()
})

test.skipIf(!hasNginx)('nginx tells the portal the address of the client, whatever the client says', async () => {
  received.splice(0)
  expect(await byTls('/check-balance', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' })).toMatchObject({ status: 200 })
  expect(received.at(-1)?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', host: 'localhost' })
})

test.skipIf(!hasNginx)('nginx asks the other portal for a file of the other version', async () => {
  for (let tries = 0; tries < 4; tries += 1) expect(await byTls(`/assets/a${tries}.js`)).toEqual({ status: 200, body: 'two' })
})

test.skipIf(!hasNginx)('USSD-2 the logs of nginx hold no query and no key of a gateway', async () => {
  await byTls('/find-payment?msisdn=90000001')
  await byTls('/ussd/v1/session/the-secret-key')
  await expect.poll(() => readFileSync(join(folder, 'access.log'), 'utf8')).toContain('/ussd/v1/session/[key]')
  const logs = ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join('')
  expect(logs).toContain('/find-payment 200')
  expect(logs).not.toMatch(/90000001|the-secret-key/)
})
