import { setTimeout as pause } from 'node:timers/promises'
import type { HTTPRequest } from 'puppeteer-core'
import type { Visitor } from './visitor.ts'
import { expectSame, lineOf, type Walk } from './walk.ts'

const NUMBER = /^(Numéro de mobile|Mobile number)/
const AMOUNT = /^(Montant|Amount)/

const SCRIPTS = /^\/assets\/.*\.js$/

/** Holds requests back and releases them by path. */
async function holdRequests({ page }: Visitor, isHeld: RegExp): Promise<(letGo: RegExp) => Promise<void>> {
  let held: HTTPRequest[] = []
  const letGo: RegExp[] = []
  const pathOf = (request: HTTPRequest) => new URL(request.url()).pathname
  const mayGo = (request: HTTPRequest) => !isHeld.test(pathOf(request)) || letGo.some((pattern) => pattern.test(pathOf(request)))
  // Aborted requests can no longer be released.
  const go = (request: HTTPRequest) => request.continue().catch(() => {})
  await page.setRequestInterception(true)
  page.on('request', (request) => (mayGo(request) ? void go(request) : held.push(request)))
  return async (pattern) => {
    letGo.push(pattern)
    const going = held.filter(mayGo)
    held = held.filter((request) => !going.includes(request))
    await Promise.all(going.map(go))
  }
}

export const PAGE_WALKS: Walk[] = [
  {
    walk: 'COV-1 coverage: a misspelled town gets its verdict',
    way: 'with and without script',
    async steps(visitor) {
      await visitor.goTo('/openNetworks')
      await visitor.type(/^Chercher un lieu/, 'zender')
      await visitor.press(/^Vérifier/)
      await visitor.seesHeading(/^Oui, la 4G passe ici$/)
    },
  },
  {
    walk: 'COV-1 coverage: another network is answered at once and stays in the address, and the map opens',
    way: 'with script',
    async steps(visitor) {
      await visitor.goTo('/openNetworks?q=zinder')
      await visitor.press(/^5G/)
      await visitor.seesHeading(/^Non, pas encore de 5G ici$/)
      await visitor.isAt(/tech=5G/)
      await visitor.press(/^Afficher la carte/)
      await visitor.press(/^Réduire$/)
    },
  },
  {
    walk: 'SHOP-1 shops: a town lists its shops, and one kind of them',
    way: 'with and without script',
    async steps(visitor) {
      await visitor.goTo('/storeLocator')
      await visitor.type(/^Trouver Ténéré Mobile à/, 'maraddi')
      await visitor.press(/^Chercher$/)
      await visitor.seesHeading(/^8 résultats à moins de 100 km de Maradi$/)
      await visitor.press(/^Points de vente$/)
      await visitor.isAt(/kind=dealer/)
    },
  },
  {
    walk: 'STATE-3 another language keeps what was typed',
    way: 'with script',
    async steps(visitor) {
      await visitor.goTo('/prepaid-recharge')
      await visitor.type(NUMBER, '9000')
      await visitor.type(AMOUNT, '1500')
      await visitor.press(/^English$/)
      await visitor.seesHeading(/^Online Recharge$/)
      await visitor.finds(NUMBER, /^90 00$/)
      await visitor.finds(AMOUNT, /^1.500$/)
    },
  },
  {
    walk: 'STATE-3 another language stays on the page',
    way: 'without script',
    async steps(visitor) {
      await visitor.goTo('/about')
      await visitor.press(/^English$/)
      await visitor.seesHeading(/^About this portal$/)
      await visitor.isAt(/\/about$/)
    },
  },
  {
    walk: 'GEN-9 Back and refresh after a post never ask to send it again',
    way: 'with and without script',
    async steps(visitor) {
      await visitor.goTo('/prepaid-recharge')
      await visitor.type(NUMBER, lineOf(visitor, '9181005'))
      await visitor.type(AMOUNT, '1300')
      await visitor.press(/^Acheter du crédit/)
      await visitor.isAt(/\/payment\/start\/card\?purchase=/)
      const posts = visitor.posts()
      await visitor.refresh()
      await visitor.back()
      await visitor.isAt(/\/prepaid-recharge/)
      await visitor.finds(AMOUNT, /^1.?300$/)
      await visitor.refresh()
      await visitor.seesHeading(/^Recharge en ligne$/)
      expectSame('posts after going back', visitor.posts(), posts)
    },
  },
  {
    walk: 'GEN-9 a refused form and the words about it are there again after refresh and Back',
    way: 'without script',
    async steps(visitor) {
      await visitor.goTo('/data-bundle')
      await visitor.type(NUMBER, '9000')
      await visitor.page.keyboard.press('Enter')
      await visitor.sees(/^Numéro de mobile non valide/)
      const posts = visitor.posts()
      await visitor.refresh()
      await visitor.sees(/^Numéro de mobile non valide/)
      await visitor.goTo('/about')
      await visitor.back()
      await visitor.sees(/^Numéro de mobile non valide/)
      expectSame('posts', visitor.posts(), posts)
    },
  },
  {
    walk: 'GEN-8 without a network the page stays and says so, and the press goes on by itself',
    way: 'with script',
    async steps(visitor) {
      await visitor.goTo('/data-bundle')
      await visitor.type(NUMBER, '90000001')
      await visitor.sees(/^Ligne prépayée Ténéré Mobile/)
      await visitor.page.setOfflineMode(true)
      await visitor.sees(/^Pas de connexion\./)
      await visitor.press(/^Acheter /)
      await visitor.isAt(/\/data-bundle/)
      await visitor.page.setOfflineMode(false)
      await visitor.isAt(/\/payment\/start\/card\?purchase=/)
      expectSame('posts', visitor.posts(), 1)
    },
  },
  {
    walk: 'GEN-8 a form that was touched without a network wakes when the network is back, with what was typed',
    way: 'with script',
    async steps(visitor) {
      await visitor.goTo('/prepaid-recharge')
      await visitor.page.setOfflineMode(true)
      await visitor.type(NUMBER, '90000001')
      await visitor.sees(/^Pas de connexion\./)
      await visitor.page.setOfflineMode(false)
      await visitor.sees(/^Ligne prépayée Ténéré Mobile/)
      await visitor.finds(NUMBER, /^90 00 00 01$/)
      expectSame('complaints about the files', visitor.problems.splice(0).length, 1)
    },
  },
  {
    walk: 'PRE-1 what was typed before any script was there is taken up when the form wakes',
    way: 'with script',
    async steps(visitor) {
      const release = await holdRequests(visitor, SCRIPTS)
      const arrival = visitor.goTo('/prepaid-recharge')
      await visitor.type(NUMBER, '90000001')
      expectSame('shell', await visitor.page.evaluate(() => document.documentElement.dataset.shell ?? 'off'), 'off')
      await release(SCRIPTS)
      await arrival
      await visitor.type(AMOUNT, '1400')
      await visitor.sees(/^Ligne prépayée Ténéré Mobile/)
      await visitor.finds(NUMBER, /^90 00 00 01$/)
      await visitor.finds(AMOUNT, /^1.400$/)
    },
  },
  {
    walk: 'PRE-1 what is typed while the form is waking is kept to the last digit',
    way: 'with script',
    async steps(visitor) {
      await visitor.goTo('/prepaid-recharge')
      await visitor.type(NUMBER, '90000001')
      await visitor.sees(/^Ligne prépayée Ténéré Mobile/)
      await visitor.finds(NUMBER, /^90 00 00 01$/)
    },
  },
  {
    walk: 'ROUTE-8 who goes on while the form is still loading is told of no missing part',
    way: 'with script',
    async steps(visitor) {
      await visitor.goTo('/prepaid-recharge')
      const release = await holdRequests(visitor, /^\/assets\/.*\.js$|^\/about$/)
      await visitor.type(NUMBER, '90')
      await visitor.press(/^À propos/)
      // Firefox reports an aborted request when it would continue.
      await release(SCRIPTS)
      await pause(500)
      const isSaid = await visitor.page.evaluate(() => document.querySelector('[data-part-missing]')?.checkVisibility())
      expectSame('a missing part is said', isSaid, false)
      await release(/^\/about$/)
      await visitor.isAt(/\/about$/)
    },
  },
  {
    walk: 'ROUTE-8 a file of the form that fails once is fetched again at the next touch',
    way: 'with script',
    async steps(visitor) {
      let failures = 0
      await visitor.goTo('/prepaid-recharge')
      await visitor.page.setRequestInterception(true)
      visitor.page.on('request', (request) => {
        const isFailing = failures === 0 && SCRIPTS.test(new URL(request.url()).pathname)
        if (isFailing) failures += 1
        void (isFailing ? request.abort() : request.continue())
      })
      await visitor.type(NUMBER, '9')
      await visitor.sees(/^Une partie de cette page/)
      await visitor.type(NUMBER, '90000001')
      await visitor.sees(/^Ligne prépayée Ténéré Mobile/)
      expectSame('complaints about the file', visitor.problems.splice(0).length, 1)
    },
  },
  {
    walk: 'GEN-9 Back finds the page as it was left, without loading it again',
    way: 'with script',
    async steps(visitor) {
      await visitor.goTo('/gethelp')
      await visitor.page.evaluate(() => Object.assign(window, { wasLeft: true }))
      await visitor.press(/^À propos/)
      await visitor.isAt(/\/about$/)
      await visitor.back()
      await visitor.isAt(/\/gethelp$/)
      expectSame('as it was left', await visitor.page.evaluate(() => 'wasLeft' in window), true)
    },
  },
]
