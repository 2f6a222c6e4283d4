import { expect, test } from 'vitest'
import english from '#content/en/link-translation.json' with { type: 'json' }
import french from '#content/fr/link-translation.json' with { type: 'json' }
import { septetsOf, SEPTETS_OF_ONE_SMS } from '#shared/gsm-text.ts'
import { messageOf } from './link-words.ts'

const ADDRESS = `https://guichet.operateur.example.ne/r/${'b'.repeat(24)}`
const ASKED = { number: '90 •• •• 01', amount: 100_000, askedAmount: 100_000, endsAt: '', isBeingPaid: false }

test.for([
  ['fr', 'airtime', ''],
  ['fr', 'bundle', 'Semaine 1 Go et appels illimités'],
  ['fr', 'postpaid-bill', ''],
  ['en', 'airtime', ''],
  ['en', 'bundle', 'Week 1 GB and unlimited calls'],
  ['en', 'postpaid-bill', ''],
] as const)('LINK-1 a message with its link fits one SMS, in %s for %s', ([language, kind, description]) => {
  const texts = language === 'fr' ? french : english
  const message = messageOf({ ...ASKED, kind, description }, texts, { address: ADDRESS, language })
  expect(message).toContain(ADDRESS)
  expect(septetsOf(message)).toBeLessThanOrEqual(SEPTETS_OF_ONE_SMS)
})
