import { expect, scripted, test } from '../support/journey.ts'
import { holdScripts, island, openWithoutIsland } from '../support/island-steps.ts'

/** Each page about the phone, and its text when nothing is stored. */
const PAGES = [
  { path: '/on-this-phone', nothing: /^Aucun numéro n’est gardé\.$/ },
  { path: '/on-this-phone/receipts', nothing: /^Aucun reçu n’est gardé\./ },
]
const TO_COME = 'Le détail s’affiche ici.'

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  for (const { path, nothing } of PAGES) {
    test(`OFF-5 ${path} says nothing of the phone before it has looked, then what is there; without its file it offers to be loaded again`, async ({
      page,
    }) => {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByText(TO_COME).first()).toBeVisible()
      await expect(page.getByText(nothing)).toBeHidden()
      release()
      await scripted(page)
      await expect(page.getByText(nothing)).toBeVisible()
      await expect(page.getByText(TO_COME).filter({ visible: true })).toHaveCount(0)

      await page.unrouteAll()
      await openWithoutIsland(page, path)
      await expect(island(page)).toHaveAttribute('data-state', 'asleep')
      await expect(page.locator('[data-part-missing]')).toBeVisible()
      await expect(page.getByText(TO_COME).first()).toBeVisible()
      await expect(page.getByText(nothing)).toBeHidden()
    })
  }
})
