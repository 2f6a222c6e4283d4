import { expect, scripted, test } from '../support/journey.ts'
import { filesOf, holdScripts, island } from '../support/sleeping-islands.ts'

/** Each page about the phone, and what it says where nothing is kept. */
const PAGES = [
  { path: '/on-this-phone', nothing: /^Aucun numéro n’est gardé\.$/ },
  { path: '/on-this-phone/receipts', nothing: /^Aucun reçu n’est gardé\./ },
]
const TO_COME = 'Le détail s’affiche ici.'

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  for (const { path, nothing } of PAGES) {
    test(`OFF-5 ${path} says nothing of the phone before it has looked, and then what is there`, async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByText(TO_COME).first()).toBeVisible()
      await expect(page.getByText(nothing)).toBeHidden()
      release()
      await scripted(page)
      await expect(page.getByText(nothing)).toBeVisible()
      await expect(page.getByText(TO_COME).filter({ visible: true })).toHaveCount(0)
    })

    test(`OFF-5 ${path}: a file that failed once is fetched again without a touch`, async ({ page }) => {
      await page.goto(path)
      const [own = ''] = await filesOf(page)
      let failures = 0
      await page.route(`**${own}*`, (route) => (failures++ === 0 ? route.abort() : route.continue()))
      await page.reload()
      await expect(page.getByText(nothing)).toBeVisible()
      expect(failures).toBeGreaterThan(1)
    })

    test(`OFF-5 ${path}: without its file nothing false is said, and the page offers to be loaded again`, async ({ page }) => {
      await page.goto(path)
      const [own = ''] = await filesOf(page)
      await page.route(`**${own}*`, (route) => route.abort())
      await page.reload()
      await expect(island(page)).toHaveAttribute('data-state', 'asleep')
      await expect(page.locator('[data-part-missing]')).toBeVisible()
      await expect(page.getByText(TO_COME).first()).toBeVisible()
      await expect(page.getByText(nothing)).toBeHidden()
    })
  }
})
