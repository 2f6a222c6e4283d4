import { expect, test } from 'vitest'
import { OPERATOR } from '#operator-record'
import { isAnnouncedOn, isBelowMain } from './announcement-rules.ts'
import { wordsProblem } from './own-words.ts'

const GOOD = { title: 'Le réseau est lent', text: `Nous y travaillons depuis 9:30. Appelez le ${OPERATOR.brand.care} si besoin.` }
const EN = { title: 'The network is slow', text: 'We have been working on it since 9:30 and will tell you here.' }
const withFrench = (title: string, text = GOOD.text) => wordsProblem({ fr: { title, text }, en: EN })

test('CON-8 own words in every language are taken, with times and the care number', () => {
  expect(wordsProblem({ fr: GOOD, en: EN })).toBeNull()
  expect(withFrench('L’œuvre d’été à Zinder : du retard (2 h) !')).toBeNull()
  expect(withFrench('Payer par carte est lent', 'Les autres moyens de paiement marchent.')).toBeNull()
})

test.for([
  ['words-missing', { fr: GOOD }],
  ['words-missing', { fr: GOOD, en: { title: ' ', text: 'x' } }],
  ['words-missing', { fr: GOOD, en: EN, xx: EN }],
  ['words-too-long', { fr: { ...GOOD, title: 'x'.repeat(61) }, en: EN }],
  ['words-too-long', { fr: GOOD, en: { ...EN, text: 'x'.repeat(141) } }],
] as const)('CON-8 own words are refused: %s', ([why, words]) => {
  expect(wordsProblem(words)).toBe(why)
})

test.for([
  ['words-markup', '<script>alert(1)</script>'],
  ['words-markup', 'Lent <b>partout</b>'],
  ['words-markup', '&lt;b&gt; partout'],
  ['words-markup', 'Lent à {town}'],
  ['words-markup', '＜b＞partout'],
  ['words-link', 'Voir https://evil.example'],
  ['words-link', 'Voir tenere-mobile.com'],
  ['words-link', 'Voir ｅｖｉｌ．ｃｏｍ'],
  ['words-link', 'Écrire à aide@evil'],
  ['words-number', 'Appelez le 90 12 34 56'],
  ['words-number', 'Appelez le 9.0.1.2'],
  ['words-number', 'Composez *144#'],
  ['words-signs', 'Appelez le ٩٠١٢'],
  ['words-number', 'Appelez le ９０１２３４'],
  ['words-result', 'Vous avez payé'],
  ['words-result', 'Paiement reçu'],
  ['words-result', 'PAYÉ, merci'],
  ['words-result', 'Votre argent est remboursé'],
  ['words-result', 'You were refunded'],
  ['words-result', 'p a y é'],
  ['words-result', 'P.A.Y.E'],
  ['words-number', 'Payé 5 000 F, référence GABC'],
  ['words-signs', 'Lent\u202egnol'],
  ['words-signs', 'Lent\u200bpartout'],
  ['words-signs', 'Lent\npartout'],
  ['words-signs', 'Lent\u0000'],
  ['words-signs', 'Pаyé'],
  ['words-signs', 'Lent\u2066partout'],
] as const)('CON-8 own words with %s are refused: %j', ([why, title]) => {
  expect(withFrench(title)).toBe(why)
  expect(withFrench(GOOD.title, title)).toBe(why)
})

test('CON-8 what is refused whole is not taken in two halves', () => {
  expect(withFrench('Appelez le 90', '12 de l’aide')).toBe('words-number')
})

test('CON-8 no announcement stands on a receipt or where one is verified, and below the state of a payment', () => {
  for (const path of ['/payment/receipt/x', '/v/ABC', '/on-this-phone/receipts']) expect(isAnnouncedOn(path, 'all'), path).toBe(false)
  expect([isAnnouncedOn('/payment/status', 'all'), isBelowMain('/payment/status/x'), isBelowMain('/payment/start/card')]).toEqual([
    true,
    true,
    false,
  ])
  expect([isAnnouncedOn('/data-bundle', 'bundles'), isAnnouncedOn('/data-bundle', 'balance'), isAnnouncedOn('/', 'bills')]).toEqual([
    true,
    false,
    true,
  ])
  expect(isAnnouncedOn('/vacation', 'all')).toBe(true)
})
