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
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merci, c’est bien arrivé')
    })
  })
}

test('HELP-4 the contact page leads to the free call, to WhatsApp and to a shop', async ({ page }) => {
  await page.goto('/contact-us')
  await expect(page.getByRole('link', { name: 'Appeler le 300' })).toHaveAttribute('href', 'tel:300')
  await expect(page.getByRole('link', { name: 'Écrire sur WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/227/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Trouver une boutique' })).toHaveAttribute('href', '/store-locator')
  await expect(page.getByText('8 h – 20 h')).toBeVisible()
})

test('ROUTE-3 the money loans page explains and warns, and lends nothing', async ({ page }) => {
  await page.goto('/more-tenere-money')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Avances avec Ténéré Money')
  await expect(page.getByText('Attention aux faux prêts')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
