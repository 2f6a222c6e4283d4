import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { ADDRESS_CORPUS } from '../support/address-corpus.ts'
import { plainVisitor } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()

/** Own addresses, and the links of every page frame. */
function isKnown(href: string): boolean {
  return pathInsidePortal(href) === href || /^(?:#content|tel:.*)$/.test(href)
}

test(
  'abuse 84 the page a request for home broadband came from is one of ours, for every shape of address',
  { timeout: 120_000 },
  async () => {
    for (const text of ADDRESS_CORPUS.filter((each) => !each.includes('\u0000'))) {
      const page = await plainVisitor(portal).open(`/hbb-lead?redirect=${encodeURIComponent(text.toWellFormed().slice(0, 250))}`)
      expect(
        page.links().filter((href) => !isKnown(href)),
        text,
      ).toEqual([])
      expect(page.links('Retour'), text).toHaveLength(1)
    }
  },
)

test('abuse 84 changing the language never leaves the portal, whatever the form says', async () => {
  for (const text of ADDRESS_CORPUS) {
    const payload = new URLSearchParams({ language: 'en', to: text }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { location } = (await portal.call({ method: 'POST', url: '/language', headers, payload })).headers
    expect(pathInsidePortal(String(location)), text).toBe(location)
  }
})

/** Sends the path as it is: clients normalize addresses. */
function locationOf(origin: string, path: string): Promise<string | null> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, headers: { host: 'localhost:3000' } }, (answer) => {
      answer.resume()
      resolve(answer.headers.location ?? null)
    })
    sent.on('error', reject).end()
  })
}

test('abuse 84 no address of the portal, however odd, answers with a way out', { timeout: 120_000 }, async () => {
  const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const raw = ADDRESS_CORPUS.map((text) => encodeURI(text.toWellFormed()).replaceAll('%25', '%')).filter((text) => /^\/[!-~]*$/.test(text))
  const paths = ADDRESS_CORPUS.flatMap((text) => {
    const value = encodeURIComponent(text.toWellFormed().slice(0, 200))
    return [
      `/payment/status?channel=w&pg=paystack&reference=${value}`,
      `/payment/start?purchase=${value}`,
      `/hbb-lead/done?request=${value}`,
      `/language?to=${value}`,
    ]
  })
  let redirects = 0
  for (const path of [...raw, ...paths]) {
    const location = await locationOf(origin, path)
    if (location === null) continue
    redirects += 1
    expect(new URL(pathInsidePortal(location), origin).href, `${path} → ${location}`).toBe(new URL(location, origin).href)
  }
  expect(redirects).toBeGreaterThan(100)
})

test.for(['/r/%zz', '/about%', '/%ff', '/storeLocator%E0%A4%A'])(
  'ERR-1 ROUTE-2 a broken escape in %s is answered with a page',
  async (address) => {
    const page = await plainVisitor(portal).open(address)
    expect(page.status).toBe(404)
    expect(page.headers['content-type']).toMatch(/text\/html/)
    expect(page.text).not.toContain('Bad Request')
  },
)

test.for([
  ['/R/bcdfghjklmnpqrstvwxzbcdf', '/r/bcdfghjklmnpqrstvwxzbcdf'],
  ['/V/GV95ULKNDHNBGbcdfghjklm', '/v/GV95ULKNDHNBGbcdfghjklm'],
  ['/storelocator?q=niamey', '/storeLocator?q=niamey'],
  ['/gethelp).', '/gethelp'],
])('ROUTE-1 LINK-4 the address %s, as people type and copy it, leads to %s', async ([asked = '', known]) => {
  expect((await plainVisitor(portal).open(asked)).address).toBe(known)
})

test('LINK-4 RCPT-4 a link and the address of a receipt are read with the sign of the sentence behind them', async () => {
  for (const sign of ['.', ')', ').', ',', '»'])
    for (const path of ['/r/bcdfghjklmnpqrstvwxzbcdf', '/v/GV95ULKNDHNBGbcdfghjklm']) {
      const [plain, signed] = await Promise.all([path, path + encodeURIComponent(sign)].map((each) => plainVisitor(portal).open(each)))
      expect(signed?.text, path + sign).toBe(plain?.text)
    }
})
