import { expect, test } from 'vitest'
import { plainVisitor } from '../../support/served-page.ts'
import { servedPortal } from '../../support/served-portal.ts'

const portal = await servedPortal()

test('BB-2 the popup of active bundles is reached by plain forms', async () => {
  const popup = await (await plainVisitor(portal).open('/broadband-recharge')).follow('Consulter mon solde de données')
  const code = await popup.press('Recevoir le code par SMS', { 'Numéro du routeur ou du MiFi': '90000005' })
  const bundles = await code.press('Valider le code', { 'Code à 6 chiffres': await portal.codeFor('90000005') })
  const [dialog = ''] = /<dialog.*?<\/dialog>/s.exec(bundles.html) ?? []
  expect(dialog).toContain('Mes forfaits actifs')
  expect(dialog.match(/<tr/g)).toHaveLength(4)
})

test('HUB-4 below one dollar only the wallet is listed; above, the switch shows the conversion and what is paid', async () => {
  const buy = async (amount: number) => {
    const page = await plainVisitor(portal).open(`/prepaid-recharge?msisdn=90650003&amount=${amount}`)
    return page.press('Acheter du crédit')
  }
  const small = await buy(500)
  expect(small.address).toMatch(/^\/payment\/start\/tenere-money\?purchase=/)
  expect(small.links(/^(?:Ténéré Money|MPESA|SmartCash|Carte)/)).toHaveLength(1)
  expect(small.text).not.toContain('Devise')
  const dollars = await (await buy(1000)).follow(/^USD/)
  expect(dollars.text).toMatch(/1 000 F CFA = 1,64 USD/)
  expect(dollars.buttons()).toContainEqual(expect.stringMatching(/Payer 1,64.USD/))
})
