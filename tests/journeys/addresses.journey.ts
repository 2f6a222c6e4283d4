import { request as httpRequest } from 'node:http'
import type { BrowserContext } from '@playwright/test'
import { editorLink, pathInsidePortal } from '#shared/safe-addresses.ts'
import { ADDRESS_CORPUS } from '../support/address-corpus.ts'
import { expect, scripted, test } from '../support/journey.ts'

/** Everything the browser asks for that is not the portal's, and every dialog that a script of somebody else's opens. */
function watchLeaving(context: BrowserContext, portal: string): string[] {
  const left: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(`${portal}/`) && !request.url().startsWith('data:image/')) left.push(request.url())
  })
  context.on('dialog', (dialog) => {
    left.push(dialog.message())
    void dialog.dismiss()
  })
  return left
}

/** Pages are left before they are ready: what their scripts say then is not looked at. */
test.use({ failsOnPageErrors: false })

/** Ours, or what the frame of every page links to: its content, the support line, the sandbox. */
function isKnown(href: string): boolean {
  return pathInsidePortal(href) === href || /^(?:#content|tel:300|http:\/\/localhost:[0-9]+\/)$/.test(href)
}

/** Text that a form can hold: a browser makes line ends of its own out of some of these. */
const TYPED = ADDRESS_CORPUS.filter((text) => !text.includes('\u0000'))

test('abuse 84 what the rule lets through is a place of the portal to Chromium, however it is followed', async ({
  page,
  context,
  portal,
}) => {
  await page.goto('/about')
  const left = watchLeaving(context, portal)
  const links = [...new Set(ADDRESS_CORPUS.flatMap((text) => [pathInsidePortal(text), editorLink(text) ?? '/']))]
  const inside = links.filter((link) => link.startsWith('/'))
  const origins = await page.evaluate((addresses) => {
    const anchor = document.createElement('a')
    return addresses.map((address) => {
      anchor.setAttribute('href', address)
      const { origin, pathname, search } = new URL(anchor.href)
      return [address, origin, new URL(pathname + search, location.href).origin]
    })
  }, inside)
  for (const [address, origin, again] of origins) expect([origin, again], address).toEqual([portal, portal])
  for (const address of inside) await page.goto(new URL(address, portal).href, { waitUntil: 'commit' })
  expect(left).toEqual([])
})

test('abuse 84 the page a request for home broadband came from is one of ours, from the address and from the form', async ({
  page,
  context,
  portal,
}) => {
  test.slow()
  const left = watchLeaving(context, portal)
  const followed = new Set<string>()
  for (const text of TYPED) {
    const answer = await page.request.get('/hbb-lead', { params: { redirect: text.slice(0, 250) } })
    const html = await answer.text()
    const hrefs = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
    )
    expect(
      hrefs.filter((href) => !isKnown(href)),
      text,
    ).toEqual([])
    followed.add(pathInsidePortal(text.slice(0, 250)))
  }
  for (const text of ['/.//evil.test', '/%2e//evil.test', '/\\evil.test', '/a/..//evil.test', '/%2f/evil.test', ...followed]) {
    await page.goto(`/hbb-lead?redirect=${encodeURIComponent(text)}`)
    await page.getByRole('link', { name: 'Retour', exact: true }).click()
    await expect(page).not.toHaveURL(/redirect=/)
  }
  await page.goto('/hbb-lead')
  await page.locator('input[name=redirectUrl]').evaluate((field: HTMLInputElement) => (field.value = '/.//evil.test'))
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.waitForURL(/details/)
  await page.goto('/hbb-lead')
  await expect(page.getByRole('link', { name: 'Retour', exact: true })).toHaveAttribute('href', '/')
  expect(left).toEqual([])
})

test('abuse 84 changing the language never leaves the portal, whatever the form says', async ({ page, context, portal }) => {
  const left = watchLeaving(context, portal)
  await page.goto('/about')
  // Chromium itself posts the form and follows the answer.
  const ends = await page.evaluate(async (texts) => {
    const end = async (to: string) => (await fetch('/language', { method: 'POST', body: new URLSearchParams({ language: 'en', to }) })).url
    const found: string[] = []
    for (const text of texts) found.push(await end(text).catch((error: unknown) => `${text}: ${String(error)}`))
    return found
  }, TYPED)
  expect(ends.filter((end) => !end.startsWith(`${portal}/`))).toEqual([])
  expect(left).toEqual([])
})

test('abuse 84 with script the language is changed in place for every shape', async ({ page, context, portal }) => {
  const left = watchLeaving(context, portal)
  await page.goto('/about')
  await scripted(page)
  for (const text of [
    '/.//evil.test',
    '//evil.test',
    '/%2e%2e//evil.test',
    'javascript:alert(1)',
    '/\\evil.test',
    'https://evil.test',
    '/%5cevil.test',
  ]) {
    const other = await page.locator('button[name=language]').getAttribute('value')
    await page.locator('input[name=to]').evaluate((field: HTMLInputElement, to) => (field.value = to), text)
    await page.locator('button[name=language]').click()
    await expect(page.locator('html')).toHaveAttribute('lang', other ?? '')
    expect(page.url().startsWith(`${portal}/`), text).toBe(true)
  }
  expect(left).toEqual([])
})

/** As written: a browser or fetch would tidy the address before sending it. */
function locationOf(portal: string, path: string): Promise<string | null> {
  const { hostname, port } = new URL(portal)
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ hostname, port, path, method: 'GET' }, (answer) => {
      answer.resume()
      resolve(answer.headers.location ?? null)
    })
    asked.on('error', reject).end()
  })
}

test('abuse 84 no address of the portal, however odd, answers with a way out', async ({ portal }) => {
  test.slow()
  const raw = ADDRESS_CORPUS.map((text) => encodeURI(text.toWellFormed()).replaceAll('%25', '%')).filter((text) => /^\/[!-~]*$/.test(text))
  const asked = [
    ...raw,
    ...ADDRESS_CORPUS.flatMap((text) => {
      const value = encodeURIComponent(text.toWellFormed().slice(0, 200))
      return [
        `/payment/status?channel=w&pg=paystack&reference=${value}`,
        `/payment/start?purchase=${value}`,
        `/hbb-lead/done?request=${value}`,
        `/language?to=${value}`,
      ]
    }),
  ]
  for (const path of asked) {
    const location = await locationOf(portal, path)
    if (location !== null)
      expect(new URL(pathInsidePortal(location), portal).href, `${path} → ${location}`).toBe(new URL(location, portal).href)
  }
})
