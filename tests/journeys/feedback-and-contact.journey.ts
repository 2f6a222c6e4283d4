import { expect, scripted, test } from '../support/journey.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('ROUTE-3 an opinion needs a rating, keeps what was typed, and ends with thanks', async ({ page }) => {
      await page.goto('/give_your_feedback')
      if (javaScriptEnabled) await scripted(page)
      await page.getByLabel('Que pouvons-nous améliorer ?').fill('Plus de forfaits à la semaine.')
      await page.getByRole('button', { name: 'Envoyer mon avis' }).click()
      await expect(page.getByText('Choisissez une note.')).toBeVisible()
      await expect(page.getByLabel('Que pouvons-nous améliorer ?')).toHaveValue('Plus de forfaits à la semaine.')
      await page.getByRole('radio', { name: 'Très bien' }).check({ force: true })
      await page.getByRole('button', { name: 'Envoyer mon avis' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merci, nous l’avons bien reçu')
    })
  })
}
