import { expect, test } from 'vitest'
import { OPERATOR } from '#operator-record'
import { PAYMENT_RULES } from '#features/payment/engine/payment-rules.ts'
import { issuerLines } from '#features/receipt/portal/paper-words.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { RETENTION } from '#server/jobs/retention.ts'

const seeds = readSeedFiles()
const textsOf = (name: Parameters<typeof seeds.read>[0], language: string) => JSON.stringify(seeds.read(name, language))

test('OPR-1 retention and clocks are those of law.json, and the texts say the same', () => {
  expect(RETENTION.feedback.keeps).toBe('180 days (`feedback`)')
  expect(textsOf('privacy-policy-config', 'fr')).toMatch(/le texte et l’heure pendant 180.jours[\s\S]*notre réponse pendant 2.ans/)
  expect(textsOf('privacy-policy-config', 'en')).toMatch(/the time for 180 days[\s\S]*our answer for 2 years/)
  expect(textsOf('find-translation', 'en')).toMatch(/the last 60 days[\s\S]*replies within 48 hours/)
  expect(textsOf('find-translation', 'fr')).toMatch(/les 60 derniers jours[\s\S]*sous 48.heures/)
  expect(textsOf('hbb-lead-config', 'fr')).toContain('"consentVersion":"2026-11-19"')
  expect(PAYMENT_RULES.wantedHours).toBe(OPERATOR.law.refunds.latePaymentHours)
})

test('RCPT-1 a receipt holds the lines of law.json; a draft has those of the default language', () => {
  expect(issuerLines('fr')).toEqual(['Mwinda Mobile SA · Id. nat. 00-000-N00000Z', 'NIF A0000000X · TVA 16 % incluse'])
  expect(issuerLines('en')).toContain('TIN A0000000X · VAT 16% included')
  expect(issuerLines('sw')).toEqual(issuerLines('fr'))
})
