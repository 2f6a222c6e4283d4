import { expect, test } from 'vitest'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { fillText } from '#shared/fill-text.ts'
import { measureSms } from '#shared/measure-sms.ts'
import { ANSWER_TEMPLATES, answerProblem, answerTemplates } from './claim-answer.ts'

const FRAME = { before: 'Demande CK7M2QXW : ', after: '' }

test.for([
  ['', 'answer-missing'],
  ['Vos 5 000 F sont rendus depuis 14:36.', null],
  ['x'.repeat(300), null],
  ['x'.repeat(301), 'answer-too-long'],
  ['ع'.repeat(200), 'too-many-parts'],
  ['Rappelez le 96 00 00 70', 'secret-in-answer'],
  ['Votre code PIN est 1234', 'secret-in-answer'],
  ['La carte 4084 0840 8408 4081', 'secret-in-answer'],
  ['Écrivez à client@example.ne', 'secret-in-answer'],
] as const)('FIND-4 CON-10 an answer has at most 300 characters and 3 SMS, and no secret: %#', ([answer, problem]) => {
  expect(answerProblem(answer, FRAME)).toBe(problem)
})

const NOTHING = { isDelivered: false, hasReturned: false, isReturning: false, isUnpaid: false, paidAttempts: 1 }

test('FIND-4 only templates that the books bear out are offered, by the reason of the claim', () => {
  expect(answerTemplates('nothing-arrived', { ...NOTHING, isDelivered: true })).toEqual(['delivered', 'details'])
  expect(answerTemplates('nothing-arrived', { ...NOTHING, hasReturned: true })).toEqual(['returned', 'details'])
  expect(answerTemplates('nothing-arrived', { ...NOTHING, isReturning: true })).toEqual(['returning', 'details'])
  expect(answerTemplates('other', { ...NOTHING, isUnpaid: true, paidAttempts: 0 })).toEqual(['not-charged', 'details'])
  // A declined order with money in one of its attempts is not "nothing was charged".
  expect(answerTemplates('paid-twice', { ...NOTHING, isUnpaid: true })).toEqual(['details'])
  expect(answerTemplates('paid-twice', { ...NOTHING, isDelivered: true })).toEqual(['charged-once', 'details'])
  expect(answerTemplates('paid-twice', { ...NOTHING, isDelivered: true, paidAttempts: 2 })).toEqual(['details'])
  expect(answerTemplates('wrong-number', { ...NOTHING, isDelivered: true })).toEqual(['cannot-move', 'details'])
  expect(answerTemplates('wrong-number', NOTHING)).toEqual(['details'])
})

test.for(['fr', 'en'] as const)('FIND-4 MSG-3 every template in %s is a sendable answer of at most 2 SMS in GSM-7', (language) => {
  const body = readSeedFiles().read('find-translation', language)
  const values = { amount: '100 000 F CFA', returned: '100 000 F CFA', method: 'Ténéré Money', when: '30 novembre 2026 à 14:49' }
  for (const name of ANSWER_TEMPLATES) {
    const text: unknown = Object(body)[`answer_${name}`]
    const answer = fillText(String(text), values)
    expect(answer).not.toMatch(/\{|undefined/)
    expect(answerProblem(answer, FRAME), name).toBeNull()
    const { parts, coding } = measureSms(FRAME.before + answer)
    expect([coding, parts <= 2], name).toEqual(['gsm', true])
  }
})
