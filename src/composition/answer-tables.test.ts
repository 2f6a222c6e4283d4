import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { airtimeAnswers } from '#tests/support/airtime-answers.ts'
import { bodyOf, type AnswerCase } from '#payment-connectors/testing/answers/answer-case.ts'
import { CARD_ANSWERS } from '#payment-connectors/testing/answers/card-answers.ts'
import { anyChange, changed, swapped } from '#payment-connectors/testing/answers/other-answers.ts'
import { WALLET_ANSWERS } from '#payment-connectors/testing/answers/wallet-answers.ts'
import { connectorIds } from '#shared/connector-table.ts'
import { verdictOf, type Verdict } from '#tests/support/answer-verdicts.ts'
import { promisedElsewhere } from '../../scripts/write-answer-tables.ts'

/** Every message that can report paid or refunded, of every adapter, classified by the payment engine. */
const airtime = await airtimeAnswers()
afterAll(() => airtime.close())
const CASES: readonly AnswerCase[] = [...CARD_ANSWERS, ...WALLET_ANSWERS, ...airtime.cases]

/** Credited, or counted as refunded. An unsigned webhook that says so triggers a query. */
const isBelieved = (verdict: Verdict, says: string) => verdict === says || verdict === `says ${says}`

const bodyIsNotice = ({ title }: AnswerCase) => title.includes('not signed')
/** Field names that could distinguish one payment, refund or account from another. */
const TELLING = /reference|(?:^|_|[a-z])(?:Id|ID)$|^id$|_id$|ref$|amount|currency|party|receipt|account|token$|domain|integration/i

test('I19 every connector has messages that can report paid, and they are all here', () => {
  expect([...new Set(CASES.map(({ connector }) => connector))].toSorted()).toEqual(connectorIds().toSorted())
})

for (const one of CASES) {
  const { table, within } = one
  const name = `${one.connector}, ${one.title}`
  const runs = airtime.cases.includes(one) ? 40 : 150

  test.for(['smallest', 'largest'] as const)(`I19 ${name}: a valid one, the %s, is accepted`, async (size) => {
    expect(isBelieved(await verdictOf(one, bodyOf(one, size)), table.says)).toBe(true)
  })

  test(`I19 F64 ${name}: with any one field missing, null, unreadable or different nothing is ${table.says}`, async () => {
    await fc.assert(
      fc.asyncProperty(anyChange(table), fc.constantFrom('smallest' as const, 'largest' as const), async (change, size) => {
        const verdict = await verdictOf(one, changed(bodyOf(one, size), within, change))
        expect(isBelieved(verdict, table.says), JSON.stringify(change)).toBe(false)
      }),
      { numRuns: runs },
    )
  })

  // An unsigned webhook with missing fields triggers a query like any other.
  if (!bodyIsNotice(one))
    test(`I19 ${name}: an optional field may be missing: the message is accepted, or queried again`, async () => {
      for (const { at } of table.fields.filter(({ isPromised }) => !isPromised))
        for (const value of [undefined, null])
          expect([table.says, 'asked again', 'no answer'], at).toContain(
            await verdictOf(one, changed(bodyOf(one, 'largest'), within, { at, value })),
          )
    })

  const inEachOthersPlace = swapped(bodyOf(one, 'largest'), within, table)
  if (inEachOthersPlace)
    test(`I19 F64 ${name}: amount and currency in each other's place are not ${table.says}`, async () => {
      expect(isBelieved(await verdictOf(one, inEachOthersPlace), table.says)).toBe(false)
    })

  test(`I19 ${name}: every required field that could distinguish payments is compared, or the reason is stated`, () => {
    const telling = promisedElsewhere(one).filter(({ at }) => TELLING.test(at.split('.').at(-1) ?? ''))
    expect(telling.filter(({ at }) => one.notCompared?.[at] === undefined && at !== one.decides).map(({ at }) => at)).toEqual([])
  })
}
