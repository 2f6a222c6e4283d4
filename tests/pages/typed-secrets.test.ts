import { expect, test } from 'vitest'
import { plainVisitor } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()
const CARD = '4929 4949 1234 5670'
const SENTENCE = `PIN 73915528 ${CARD} canari@exemple-prive.ne`
const SECRETS = ['73915528', CARD, '4929494912345670', 'canari@exemple']

/** Pages with text fields, their submit button and their labels. */
const FORMS: [path: string, button: string | RegExp, labels: string[]][] = [
  ['/', 'Continuer', ['Numéro à recharger']],
  ['/prepaid-recharge', 'Acheter du crédit', ['Numéro de mobile', 'Montant']],
  ['/data-bundle', 'Voir les forfaits', ['Numéro de mobile']],
  ['/broadband-recharge', 'Voir les forfaits', ['Numéro du routeur ou du MiFi']],
  ['/check-balance', 'Recevoir le code par SMS', ['Votre numéro']],
  ['/postpaid-bill-pay', 'Payer la facture', ['Numéro de mobile', 'Montant']],
  ['/postpaid-bill-pay?fetch=account', 'Voir le montant dû', ['Numéro de compte', 'Numéro de mobile']],
  ['/orp/fixed-internet', 'Voir les factures', ['Numéro de compte', 'Adresse e-mail enregistrée']],
  ['/hbb-lead/details?plan=HBB_5G_50', 'Continuer', ['Nom et prénom', 'Adresse e-mail', 'Adresse d’installation', 'Repère']],
  ['/hbb-lead-status', 'Voir l’avancement', ['Numéro de la demande', 'Numéro de contact']],
  ['/give_your_feedback', 'Envoyer mon avis', ['Que pouvons-nous améliorer ?']],
  ['/gethelp', 'Chercher', ['Chercher dans l’aide']],
  ['/openNetworks', 'Vérifier', ['Chercher un lieu']],
  ['/storeLocator', 'Chercher', ['Trouver Ténéré Mobile à']],
]

function readable(text: string): string {
  return `${text}\n${text.replaceAll('+', ' ').replaceAll('%20', ' ').replaceAll('%40', '@')}`
}

test.for(FORMS)(
  'abuse 86 abuse 62 what is typed by mistake without script stays in no address and no cookie: %s',
  async ([path, button, labels]) => {
    const visitor = plainVisitor(portal)
    const page = await visitor.open(path)
    const answered = await page.press(button, Object.fromEntries(labels.map((label) => [label, SENTENCE])))
    expect(answered.status).toBeLessThan(500)
    const isSearch = ['/gethelp', '/openNetworks', '/storeLocator'].includes(path)
    // A GET form puts its text into one address, which redirects to the masked one.
    const stays = isSearch ? visitor.addresses.slice(-1) : visitor.addresses
    const kept = readable([...stays, ...[...visitor.cookies].flat()].join('\n'))
    for (const secret of SECRETS) expect(kept).not.toContain(secret)
    if (isSearch) expect(decodeURIComponent(answered.address)).toContain('••••')
  },
)

test.for([
  ['/hbb-lead', 'redirect'],
  ['/give_your_feedback', 'from'],
])('abuse 86 an address with a secret is left for the same one without it: %s?%s=', async ([path = '', name = '']) => {
  const { address } = await plainVisitor(portal).open(`${path}?${name}=${encodeURIComponent(SENTENCE)}`)
  for (const secret of SECRETS) expect(readable(address)).not.toContain(secret)
  expect(decodeURIComponent(address)).toContain('••••')
})
