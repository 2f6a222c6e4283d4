import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { importContent } from '#features/site-content/server/site-content.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { openDatabase } from '#server/database/database.ts'
import { setFrenchType } from '#shared/french-type.ts'
import { formatMoney } from '#shared/money.ts'
import { PAGE_TABLE } from '../../../src/composition/page-table.ts'
import { plainVisitor } from '../../support/served-page.ts'
import { servedPortal } from '../../support/served-portal.ts'
import { ussdWorld } from '../../support/ussd-world.ts'

const portal = await servedPortal()
const inSwahili = () => plainVisitor(portal, { language: 'sw' })
const NOT_ABOUT_MONEY = /^\/(openNetworks|store|table$|give_your_feedback)/
const langOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1]

test('OPR-4 STATE-3 three languages are offered in a list, each by its own name, and one tap chooses', async () => {
  const page = await inSwahili().open('/openNetworks')
  expect(page.html).toMatch(/<summary[^>]*><span lang="sw">Kiswahili<\/span><\/summary>/)
  const offered = [...page.html.matchAll(/name="language">([^<]+)</g)].map(([, name]) => name)
  expect(offered).toEqual(['Français', 'English'])
  const form = { method: 'POST', url: '/language', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
  const chosen = await portal.call({ ...form, payload: 'language=sw&to=/openNetworks' })
  expect(chosen.headers).toMatchObject({ location: '/openNetworks', 'set-cookie': expect.stringContaining('lang=sw') })
})

test('OPR-4 a page without money is in the draft, one with money in the first checked language, and the choice stays', async () => {
  for (const path of Object.keys(PAGE_TABLE).filter((each) => !each.includes(':') && each !== '/language')) {
    const { html, status, address } = await inSwahili().open(path)
    if (status !== 200 || address !== path) continue
    const isDraft = langOf(html) === 'sw'
    expect([path, isDraft]).toEqual([path, isDraft && NOT_ABOUT_MONEY.test(path)])
    expect(html, path).toContain('<span lang="sw">Kiswahili</span>')
  }
  const coverage = await inSwahili().open('/openNetworks?q=Kinshasa')
  expect(langOf(coverage.html)).toBe('sw')
  expect(coverage.text).toContain('Mitandao yote hapa')
  expect((await inSwahili().open('/')).text).toContain('Recharger')
})

test('OPR-4 what a draft page says in another language is marked with it', async () => {
  const { html } = await inSwahili().open('/give_your_feedback')
  expect(langOf(html)).toBe('sw')
  expect(html).toMatch(/<span lang="fr">[^<]*code secret/)
  expect(html).toMatch(/Maoni yako ni muhimu/)
})

test('OPR-4 an unchecked text about money is not shown, also when an editor imports it', async () => {
  const db = openDatabase(portal.database.pool)
  const seeds = readSeedFiles()
  const imported = [
    { name: 'orp-translation', language: 'sw', body: { keptHelp: 'HAIJAHAKIKIWA', home: 'Nyumbani' } },
    { name: 'payment-translation', language: 'sw', body: { payAmount: 'HAIJAHAKIKIWA' } },
  ]
  expect(await importContent(db, seeds, imported)).toEqual([])
  const read = async (name: string) =>
    JSON.stringify(
      (
        await portal.call({
          url: `${API_PREFIX}/cms/webpage/activePackage`,
          query: { pageUrl: `/sw/${name}`, opco: 'CD' },
          headers: { lang: 'sw' },
        })
      ).json(),
    )
  await expect.poll(() => read('orp-translation')).toContain('Nyumbani')
  expect(await read('orp-translation')).not.toContain('HAIJAHAKIKIWA')
  expect(await read('payment-translation')).not.toContain('HAIJAHAKIKIWA')
})

test('OPR-4 what went wrong is said in a checked language', async () => {
  const answer = await portal.call({ url: `${API_PREFIX}/transaction/fetch`, query: { txnId: 'none' }, headers: { lang: 'sw' } })
  expect(answer.json().message).toMatch(/[éèà’]|[Ll]e /)
  const failed = await inSwahili().open('/openNetworks/nowhere')
  expect(langOf(failed.html)).toBe('fr')
})

test('OPR-4 by USSD the language switches among the checked ones', async () => {
  const world = await ussdWorld()
  const phone = world.phone('812345678')
  expect(await phone.send()).toContain('8 English')
  expect(await phone.send('8')).toContain('8 Francais')
})

test('OPR-3 numbers in groups of three leave the blanks between words as they are', () => {
  expect(setFrenchType('Quel numéro recharger ? Le 812 345 678, ou un autre.')).toBe(
    'Quel numéro recharger\u202f? Le 812\u202f345\u202f678, ou un autre.',
  )
})

test('OPR-4 GEN-2 amounts in a draft are written with the marks of its country', () => {
  expect(formatMoney({ minor: 123_456_750, currency: 'CDF' }, 'sw')).toBe('FC\u00a01.234.567,50')
})
