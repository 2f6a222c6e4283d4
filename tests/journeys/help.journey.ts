import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { spacedWords } from '../support/spaced-words.ts'

const DEBITED = '/gethelp/question/701-j-ai-ete-debite-mais-je-n-ai-rien'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The URL changes a moment before the page does: the next click must wait for the new page. */
async function expectStage(page: Page, path: string, title: string): Promise<void> {
  await expect(page).toHaveURL(path)
  await expect(heading(page)).toHaveText(title)
}

test.describe('with script', () => {
  test('HELP-1 through all four stages, and the page’s back agrees with the browser’s', async ({ page }) => {
    await page.goto('/gethelp')
    await scripted(page)
    await page.getByRole('link', { name: 'Problème de paiement' }).click()
    await expectStage(page, '/gethelp/remboursement', 'Problème de paiement')
    await page.getByRole('link', { name: 'Débité, rien reçu' }).click()
    await expectStage(page, '/gethelp/remboursement/debite', 'Débité, rien reçu')
    await page.getByRole('link', { name: 'J’ai été débité mais je n’ai rien reçu.' }).click()
    await expectStage(page, DEBITED, 'J’ai été débité mais je n’ai rien reçu.')
    await expect(page.getByText('Ne payez pas une deuxième fois.')).toBeVisible()

    await page.getByRole('link', { name: 'Retour' }).click()
    await expectStage(page, '/gethelp/remboursement/debite', 'Débité, rien reçu')
    await page.goForward()
    await expectStage(page, DEBITED, 'J’ai été débité mais je n’ai rien reçu.')
    await page.goBack()
    await expectStage(page, '/gethelp/remboursement/debite', 'Débité, rien reçu')
    await page.getByRole('link', { name: 'Retour' }).click()
    await expectStage(page, '/gethelp/remboursement', 'Problème de paiement')
    await page.getByRole('link', { name: 'Retour' }).click()
    await expectStage(page, '/gethelp', 'Nous sommes là pour vous aider')
  })

  test('HELP-1 back from a popular question returns to the stage it was picked on', async ({ page }) => {
    await page.goto('/gethelp')
    await scripted(page)
    const popular = page.getByRole('region', { name: 'Questions fréquentes' }).getByRole('link')
    await expect(popular).toHaveCount(10)
    await popular.filter({ hasText: 'Comment suis-je remboursé' }).click()
    await expect(heading(page)).toContainText('Comment suis-je remboursé')
    await page.getByRole('link', { name: 'Retour' }).click()
    await expect(page).toHaveURL('/gethelp')
  })

  test('HELP-1 from one category to the next, back leads to the parent’s list', async ({ page }) => {
    await page.goto('/gethelp/securite')
    await scripted(page)
    await page.getByRole('link', { name: 'Codes par SMS' }).click()
    await page.getByRole('navigation', { name: 'Dans ce thème' }).getByRole('link', { name: 'Arnaques' }).click()
    await expect(heading(page)).toHaveText('Arnaques')
    await page.getByRole('link', { name: 'Retour' }).click()
    await expect(page).toHaveURL('/gethelp/securite')
  })

  test('HELP-1 back from a page opened directly leads to the level above', async ({ page }) => {
    await page.goto(DEBITED)
    await scripted(page)
    await page.getByRole('link', { name: 'Retour' }).click()
    await expect(page).toHaveURL('/gethelp/remboursement/debite')
  })

  test('HELP-2 suggestions hold the typed text in bold; an empty box clears them', async ({ page }) => {
    await page.goto('/gethelp')
    await scripted(page)
    const box = page.getByRole('combobox', { name: 'Chercher dans l’aide' })
    await box.fill('forfait')
    const options = page.getByRole('option')
    await expect(options.filter({ hasText: 'Comment acheter un forfait' })).toBeVisible()
    await expect(options.first().locator('b')).toHaveText('forfait')
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await box.fill('')
    await expect(options).toHaveCount(0)
    await box.fill('zzzqqq')
    await expect(page.getByText('Aucun résultat').first()).toBeVisible()
  })

  test('HELP-2 a misspelled word finds, and the keyboard goes through the suggestions', async ({ page }) => {
    await page.goto('/gethelp')
    await scripted(page)
    const box = page.getByRole('combobox')
    await box.fill('recharche')
    const options = page.getByRole('option')
    await expect(options.first()).toBeVisible()
    await box.press('ArrowDown')
    await box.press('ArrowDown')
    await box.press('ArrowUp')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
    await expect(box).toBeFocused()
    await box.press('Escape')
    await expect(options.first()).toBeHidden()
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/gethelp\/question\//)
    await expect(heading(page)).toContainText('recharger')
    await page.getByRole('link', { name: 'Retour' }).click()
    await expect(page).toHaveURL('/gethelp')
  })

  test('HELP-2 Enter without a choice shows all that was found, also for a text with strange signs', async ({ page }) => {
    await page.goto('/gethelp')
    await scripted(page)
    await page.getByRole('combobox').fill('code')
    await page.getByRole('combobox').press('Enter')
    await expect(page).toHaveURL('/gethelp?q=code')
    await expect(page.getByRole('heading', { name: spacedWords('Résultats pour « code »') })).toBeVisible()
    await page.goto('/gethelp?q=%25%27%3Cscript%3E.*')
    await expect(page.getByText('Aucun résultat')).toBeVisible()
  })

  test('HELP-3 thanks replace the buttons, the percentage is shown, and a vote is remembered', async ({ page }) => {
    await page.goto('/gethelp/question/802')
    await scripted(page)
    const card = page.getByRole('region', { name: 'Cette réponse vous a-t-elle aidé ?' })
    await card.getByRole('button', { name: 'Oui' }).click()
    await expect(card.getByText('Merci pour votre avis')).toBeFocused()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(card.getByText('100 % des lecteurs ont trouvé cette réponse utile')).toBeVisible()
    await page.reload()
    await expect(card.getByText('Merci pour votre avis')).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
  })

  test.describe('mistakes provoked on purpose', () => {
    test.use({ failsOnPageErrors: false })

    test('ERR-1 a vote that did not get through says so and can be repeated; the answer stays', async ({ page }) => {
      await page.goto('/gethelp/question/803')
      await scripted(page)
      await page.route('**/likeCount/', (route) => route.abort())
      await page.getByRole('button', { name: 'Non' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Votre avis n’est pas passé.' })).toBeVisible()
      await expect(page.getByText('5 essais.')).toBeVisible()
      await page.unroute('**/likeCount/')
      await page.getByRole('button', { name: 'Non' }).click()
      await expect(page.getByText('Merci pour votre avis')).toBeVisible()
    })

    test('HELP-1 answers enter the page by our own policy only: any other text is refused as markup', async ({ page }) => {
      await page.goto('/gethelp/remboursement/debite')
      await scripted(page)
      await page.getByRole('link', { name: 'Comment suis-je remboursé ?' }).click()
      await expect(page.getByText('L’argent revient là d’où il est parti')).toBeVisible()
      const refused = await page.evaluate(() => {
        try {
          document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.title=1">')
          return 'let in'
        } catch (error) {
          return (error as Error).name
        }
      })
      expect(refused).toBe('TypeError')
    })

    test('GEN-8 a stage requested without a network loads when the network is back', async ({ page, context }) => {
      await page.goto('/gethelp')
      await scripted(page)
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Factures postpayées' }).click()
      await expect(page.getByText('Pas de connexion')).toBeVisible()
      await expectStage(page, '/gethelp', 'Nous sommes là pour vous aider')
      await context.setOffline(false)
      await expectStage(page, '/gethelp/factures', 'Factures postpayées')
    })
  })

  test('ROUTE-5 an item that is a page is loaded as a whole page', async ({ page }) => {
    await page.goto('/gethelp/forfaits')
    await scripted(page)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('link', { name: 'Ouvrir les tarifs' }).click()
    await expect(page).toHaveURL('/table')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('HELP-3 a vote by form returns to the question with thanks', async ({ page }) => {
    await page.goto('/gethelp/question/804')
    const address = page.url()
    await page.getByRole('button', { name: 'Non' }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByText('Merci pour votre avis')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Oui' })).toHaveCount(0)
    await expect(page.getByText('0 % des lecteurs ont trouvé cette réponse utile')).toBeVisible()
  })
})
