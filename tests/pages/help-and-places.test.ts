import { expect, test } from 'vitest'
import { plainVisitor } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()
const DEBITED = '/gethelp/question/701-j-ai-ete-debite-mais-je-n-ai-rien'
const open = (address: string) => plainVisitor(portal).open(address)

test('HELP-1 every stage can be read, and back leads to the stage above', async () => {
  const topic = await (await open('/gethelp')).follow(/Codes et sécurité/)
  const answer = await (await topic.follow(/^Arnaques/)).follow(/Quelqu’un me demande mon code/)
  expect(answer.text).toContain('Raccrochez, même si la personne')
  let page = answer
  for (const above of ['/gethelp/securite/arnaques', '/gethelp/securite', '/gethelp']) {
    page = await page.follow('Retour')
    expect(page.address).toBe(above)
  }
})

test('HELP-2 the search form answers with a page, misspelled or not', async () => {
  const found = await (await open('/gethelp')).press('Chercher', { 'Chercher dans l’aide': 'recharche' })
  expect(found.address).toBe('/gethelp?q=recharche')
  // The popular questions below lead there too, so only the heading shows that something was found.
  expect(found.text).toMatch(/Peut-être cherchez-vous Comment recharger une ligne/)
  expect((await found.follow(/Comment recharger une ligne/)).title).toContain('Comment recharger une ligne prépayée')
})

test('HELP-2 HELP-4 the specification’s words, letter for letter', async () => {
  const page = await plainVisitor(portal, { language: 'en' }).open('/gethelp?q=zzzqqq')
  expect(page.text).toContain('No Data found')
  expect(page.links(/^Find a Store/)).toContain('/store-locator')
  for (const name of ['Contact Us', 'Shops', 'Dealers', 'Our Service Experience', 'Money Loans'])
    expect(page.links(new RegExp(`^${name}`)), name).not.toEqual([])
})

test('ROUTE-4 HELP-4 special categories, the shops and the free call are one tap away', async () => {
  expect((await open('/gethelp')).links()).toEqual(
    expect.arrayContaining([
      '/contact-us',
      '/store_finder/tenere_shop',
      '/store_finder/dealers',
      '/give_your_feedback',
      '/more-tenere-money',
      '/store-locator',
      'tel:300',
    ]),
  )
  expect((await open('/gethelp/our-service-experience')).address).toBe('/give_your_feedback')
})

test('search engines find title, description, address and the answer as data', async () => {
  const { html } = await open(DEBITED)
  expect(html).toContain('<title>J’ai été débité mais je n’ai rien reçu. · Ténéré Mobile</title>')
  expect(html).toContain(`rel="canonical" href="http://localhost:3000${DEBITED}"`)
  expect(html).toMatch(/name="description" content="[^"]*Ne payez pas une deuxième fois/)
  const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const [faq, crumbs] = blocks.map((text) => JSON.parse(text))
  expect(faq).toMatchObject({ '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: 'J’ai été débité mais je n’ai rien reçu.' }] })
  expect(crumbs.itemListElement).toHaveLength(4)
  expect(blocks.join('')).not.toContain('<')
})

test('one address per question: other words after its number lead to it, an unknown one says so', async () => {
  expect((await open('/gethelp/question/701-something-else')).address).toBe(DEBITED)
  const unknown = await open('/gethelp/question/9999-nothing')
  expect([unknown.status, unknown.headers['x-robots-tag'], unknown.title]).toEqual([404, 'noindex', 'Cette page d’aide n’existe plus'])
})

test.for([
  ['/prepaid-recharge', 'Quels montants puis-je recharger'],
  ['/data-bundle', 'Comment trouver le forfait qui me convient'],
  ['/broadband-recharge', 'Où trouver le numéro de mon routeur'],
  ['/postpaid-bill-pay', 'Comment connaître le montant de ma facture postpayée'],
  ['/orp/fixed-internet', 'Quel e-mail dois-je donner'],
  ['/check-balance', 'Je ne reçois pas le code par SMS'],
  ['/openNetworks', 'La carte montre la 4G'],
  ['/storeLocator', 'Quelle différence entre une boutique et un point de vente'],
] as const)('%s ends with the questions its visitors ask', async ([path, question]) => {
  const page = await (await open(path)).follow(new RegExp(question))
  expect(page.address).toMatch(/^\/gethelp\/question\//)
  expect(page.title).toContain(question)
})

test('FIND-6 the help centre links to it from questions about payments', async () => {
  expect((await (await open(DEBITED)).follow('Retrouvez votre paiement')).title).toBe('Retrouver un paiement')
})

test('HELP-4 the contact page leads to the free call, to WhatsApp and to a shop', async () => {
  const page = await open('/contact-us')
  expect(page.links('Appeler le 300')).toEqual(['tel:300'])
  expect(page.links('Écrire sur WhatsApp')).toEqual([expect.stringMatching(/^https:\/\/wa\.me\/227/)])
  expect(page.links('Trouver une boutique')).toEqual(['/store-locator'])
  expect(page.text).toContain('8 h – 20 h')
})

test('ROUTE-3 the money loans page explains and warns, and lends nothing', async () => {
  const page = await open('/more-tenere-money')
  expect(page.title).toBe('Avances avec Ténéré Money')
  expect(page.text).toContain('Attention aux faux prêts')
  expect(page.buttons()).toEqual([])
})

test.for([
  ['/storeLocator', 'Boutiques et points de vente'],
  ['/store-locator', 'Boutiques et points de vente'],
  ['/store_finder/tenere_shop', 'Nos boutiques'],
  ['/store_finder/dealers', 'Nos points de vente'],
] as const)('ROUTE-1 ROUTE-3 %s answers and stays itself', async ([path, title]) => {
  const page = await open(path)
  expect(page.title).toBe(title)
  const found = await page.press('Chercher', { 'Trouver Ténéré Mobile à': 'niamey' })
  expect(found.address).toMatch(new RegExp(`^${path}\\?q=niamey`))
  const kinds = new Set(found.text.match(/(?:Boutique|Point de vente) ·/g))
  expect(kinds.size).toBe(path.startsWith('/store_finder') ? 1 : 2)
})

test('SHOP-1 a long list is shown in full on request, nearest first', async () => {
  const found = await open('/storeLocator?q=niamey')
  const articles = (html: string) => html.match(/<article/g)?.length
  expect(articles(found.html)).toBe(4)
  expect(articles((await found.follow('Afficher les 22 résultats')).html)).toBe(22)
})

test('SHOP-1 nothing found is said plainly and leads on', async () => {
  const nothing = await open('/storeLocator?q=xyzzy')
  expect(nothing.text).toContain('Aucun résultat')
  expect(nothing.text).toContain('Aucune boutique à proximité')
  expect((await nothing.follow('Zinder')).text).toMatch(/résultats à moins de 100 km de Zinder/)
})

test.for(['xyzzy', '.*', '%', '<b>x</b>'])('an unknown place is said plainly, and every text is only text: %s', async (typed) => {
  const page = await open(`/openNetworks?q=${encodeURIComponent(typed)}`)
  expect(page.text).toContain(`Nous ne connaissons pas de lieu « ${typed} » au Niger`)
  expect(page.field('Chercher un lieu')).toBe(typed)
})

test('a place with a very long name is answered', async () => {
  expect((await open(`/openNetworks?q=${'x'.repeat(10_000)}`)).status).toBe(200)
})

test('ROUTE-2 an unknown address shows the about page as a 404 that search engines leave alone', async () => {
  const page = await open('/nothing-here')
  expect([page.status, page.headers['x-robots-tag'], page.title]).toEqual([404, 'noindex', 'Cette page n’existe pas'])
  expect((await page.follow('Aller à l’accueil')).address).toBe('/')
})

test('GEN-1 GEN-3 every service of the home page is one tap away', async () => {
  expect((await open('/')).links()).toEqual(
    expect.arrayContaining([
      '/prepaid-recharge',
      '/data-bundle',
      '/postpaid-bill-pay',
      '/broadband-recharge',
      '/orp/fixed-internet',
      '/hbb-lead',
      '/openNetworks',
      '/storeLocator',
      '/gethelp',
    ]),
  )
})

test('USSD-4 every service page names its code, to be tapped; the help centre has a page with all of them', async () => {
  const codes = {
    '/prepaid-recharge': '*222*1#',
    '/data-bundle': '*222*2#',
    '/broadband-recharge': '*222*2#',
    '/table': '*222*2#',
    '/postpaid-bill-pay': '*222*3#',
    '/check-balance': '*222*4#',
    '/store-locator': '*222*6#',
    '/contact-us': '*222*7#',
  }
  for (const [path, code] of Object.entries(codes))
    expect((await open(path)).links(code), path).toEqual([`tel:${encodeURIComponent(code)}`])
  const all = await (await open('/gethelp')).follow(/^Les codes à composer/)
  expect(all.title).toBe('Les codes à composer')
  for (const code of ['*222#', '*222*1#', '*222*5#', '*222*8#']) expect(all.links(code), code).toHaveLength(1)
})

test('RECENT-2 OFF-2 the page about this phone is one tap from the foot of a page, and help leads to it, to links, QR codes and USSD', async () => {
  for (const path of ['/', '/gethelp', '/about'])
    expect((await plainVisitor(portal).open(path)).links('Sur ce téléphone'), path).toEqual(['/on-this-phone'])
  const help = async (id: string) => plainVisitor(portal).open(`/gethelp/question/${id}`)
  for (const [id, href] of [
    ['104', '/find-payment'],
    ['1107', '/ask'],
    ['1108', '/on-this-phone'],
    ['1109', '/gethelp/ussd'],
    ['1114', '/on-this-phone'],
    ['1115', '/on-this-phone'],
  ] as const)
    expect((await help(id)).links(), id).toContain(href)
  expect((await help('723')).text).toContain('Scannez le carré QR')
  expect((await help('722')).text).toContain('PDF')
})
