import type { BrowserContext } from '@playwright/test'
import { editorLink, pathInsidePortal } from '#shared/safe-addresses.ts'
import { ADDRESS_CORPUS } from '../support/address-corpus.ts'
import { expect, scripted, test } from '../support/journey.ts'

/** Every request of the browser to another origin, and every dialog that a foreign script opens. */
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

/** Pages are left before they have loaded: errors of their scripts are ignored. */
test.use({ failsOnPageErrors: false })

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
  const left = watchLeaving(context, portal)
  for (const text of ['/.//evil.test', '/%2e//evil.test', '/\\evil.test', '/a/..//evil.test', '/%2f/evil.test']) {
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
