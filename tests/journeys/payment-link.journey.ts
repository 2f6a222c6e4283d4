import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { countReceived } from '../support/received-bytes.ts'
import { saveData } from '../support/island-steps.ts'
import { chooseMethod, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

const KILOBYTE = 1000

test('LINK-1 LINK-2 LINK-3 from the home page: a link is made, shared and paid by another visitor, who never reads the number', async ({
  page,
  browser,
  request,
  portal,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('link', { name: /^Demander une recharge/ }).click()
  await page.getByLabel('Numéro à recharger').fill('2012')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText(/chiffres|numéro/i).first()).toBeVisible()
  await page.getByLabel('Numéro à recharger').fill('90772001')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText('Pour le 90 77 20 01')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Créer le lien', exact: true }).click()
  await expect(page.getByText('Saisissez un montant')).toBeVisible()
  await page.getByRole('button', { name: '1 000 F' }).click()
  await expect(page.getByRole('heading', { name: 'Votre lien est prêt' })).toBeVisible()
  await scripted(page)
  await expectAccessible(page)
  await expect(page.getByRole('img', { name: /^Code QR du lien/ })).toBeVisible()
  await page.getByRole('button', { name: 'Copier' }).click()
  await expect(page.getByRole('button', { name: 'Copié' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(new RegExp(`^${portal}/r/[b-df-hj-np-tv-xz]{24}$`))
  const whatsapp = new URL((await page.getByRole('link', { name: 'Envoyer par WhatsApp' }).getAttribute('href')) ?? '')
  expect(whatsapp.origin).toBe('https://wa.me')
  expect(whatsapp.searchParams.get('text')).toMatch(/^Peux-tu recharger mon crédit de 1 000 F \? http/)
  await expect(page.getByText(/^Valable jusqu’au .* Il sert à un seul paiement/)).toBeVisible()

  const other = await browser.newContext({ viewport: { width: 360, height: 800 } })
  const payer = await other.newPage()
  await payer.goto(address)
  await expect(payer.getByRole('heading', { name: 'On vous demande une recharge' })).toBeVisible()
  await expect(payer.getByText('90 •• •• 01')).toBeVisible()
  await expectAccessible(payer)
  await payer.getByRole('button', { name: 'Choisir comment payer' }).click()
  await chooseMethod(payer, 'Ténéré Money')
  await expect(payer.getByRole('link', { name: 'Voir', exact: true })).toHaveAttribute('href', new URL(address).pathname)
  await push(payer, '90772002')
  await payersIn(request).answerPrompt('90772002', { answer: 'accept', pin: '1234' })
  await expectHeading(payer, PAID)
  await expect(payer.getByText('90 •• •• 01').first()).toBeVisible()
  expect(await payer.content()).not.toMatch(/90 ?77 ?20 ?01/)
  expect(await payer.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toMatch(/90772001/)
  await expect(payer.getByRole('link', { name: 'Demander une recharge' })).toHaveAttribute('href', '/ask')
  await payer.goto(address)
  await expect(payer.getByRole('heading', { name: 'Cette demande est payée' })).toBeVisible()
  await other.close()
})

test.describe('in English, at a desk, without script', () => {
  test.use({ language: 'en', javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })

  test('LINK-1 LINK-2 a bill and a bundle are asked for, and lead to the ways to pay', async ({ page }) => {
    await page.goto('/ask')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Phone No is required')).toBeVisible()
    await page.getByLabel('Number to recharge').fill('90000003')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'How much of the bill?' })).toBeVisible()
    await page.getByLabel('Amount').fill('1')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await expect(page.getByText(/^Minimum/)).toBeVisible()
    await page.getByLabel('Amount').fill('5,000')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy' })).toBeHidden()
    await page.getByRole('link', { name: 'See what the person will see' }).click()
    await expect(page.getByRole('heading', { name: 'You are asked to pay a bill' })).toBeVisible()

    await page.goto('/ask')
    await page.getByRole('link', { name: 'Change the number' }).click()
    await page.getByLabel('Number to recharge').fill('90772003')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Create the link for this bundle' }).click()
    await expect(page.getByText('Choose a bundle').last()).toBeVisible()
    await page.getByLabel('Bundle', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Create the link for this bundle' }).click()
    await page.getByRole('link', { name: 'See what the person will see' }).click()
    await expect(page.getByRole('heading', { name: 'You are asked for a bundle' })).toBeVisible()
    await page.getByRole('button', { name: 'Choose how to pay' }).click()
    await expect(page).toHaveURL(/\/payment\/start/)
    await expect(page.getByText('90 •• •• 03').first()).toBeVisible()
    await page.getByRole('link', { name: 'View', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'You are asked for a bundle' })).toBeVisible()
  })
})

test('LINK-2 what a link leads to and the page that shares it keep the budget of a reading page', async ({ page }) => {
  await page.goto('/ask')
  await page.getByLabel('Numéro à recharger').fill('90772004')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: '500 F', exact: true }).click()
  await expect(page).toHaveURL(/\/ask\/[a-z]{24}$/)
  const made = page.url()
  await saveData(page)
  const received = await countReceived(page)
  for (const address of [made, made.replace('/ask/', '/r/')]) {
    await page.goto('about:blank')
    received()
    await page.goto(address, { waitUntil: 'networkidle' })
    const { bytes, requests, isReactThere } = received()
    test
      .info()
      .annotations.push({ type: 'budget', description: `${new URL(address).pathname.slice(0, 4)}: ${bytes} bytes, ${requests} requests` })
    expect(isReactThere).toBe(false)
    expect(bytes).toBeLessThanOrEqual(10 * KILOBYTE)
    expect(requests).toBeLessThanOrEqual(4)
  }
})
