import packageFile from '../../package.json' with { type: 'json' }
import { expect, scripted, test } from '../support/journey.ts'

const CALLS = /\/orp\/bfe\/api\/portal-service\//

const DEFAULTS = {
  'content-type': 'application/json',
  'x-product': 'tenere',
  'x-app-version': packageFile.version,
  'x-api-key': 'tenere-test',
  'x-service-id': 'CWAAA-TEST',
  'x-operator-code': 'NE',
  'x-run-mode': 'test',
}

test('API-1 KEYS-1 every call of our own pages carries the default headers: of a form, of a list, of a page that only informs', async ({
  page,
}) => {
  const seen: { call: string; headers: Record<string, string> }[] = []
  page.on('request', (request) => {
    if (CALLS.test(request.url())) seen.push({ call: new URL(request.url()).pathname.replace(CALLS, ''), headers: request.headers() })
  })
  const called = (name: string) => expect.poll(() => seen.filter(({ call }) => call === name).length).toBeGreaterThan(0)
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000001')
  await called('visit/v1/line-offer')
  await page.goto('/gethelp')
  await scripted(page)
  await page.getByRole('combobox').or(page.getByRole('searchbox')).first().pressSequentially('carte')
  await called('help/v1/search')
  await page.goto('/privacy-policy')
  await page.locator('html[data-shell=on]').waitFor()
  await page.waitForLoadState('load')
  seen.splice(0).forEach(expectDefaults)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await called('analytics/v1/events')
  seen.forEach(expectDefaults)
})

function expectDefaults({ call, headers }: { call: string; headers: Record<string, string> }): void {
  expect(headers, call).toMatchObject(DEFAULTS)
}
