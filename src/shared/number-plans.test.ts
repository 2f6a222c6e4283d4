import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogMask } from '#server/logging/logging.ts'
import { readOperator } from '#settings/read-operator.ts'
import { createNumberMask } from './mask-secrets.ts'
import { formatMobileNumber, isMobileNumber, maskMobileNumber, nationalDigits, numberLengths } from './mobile-number.ts'
import type { CountryRecord } from './operator-record.ts'

type Plan = Pick<CountryRecord, 'dialCode' | 'trunkPrefix' | 'numberGroups' | 'mobilePrefixes'>

const PLANS: Record<string, Plan> = {
  'eight digits': readOperator('ne-tenere').country,
  'nine digits with trunk 0': readOperator('ke-savanna').country,
  'two lengths': {
    dialCode: '256',
    trunkPrefix: '0',
    numberGroups: [
      [2, 3, 3],
      [3, 3, 3],
    ],
    mobilePrefixes: ['7', '39'],
  },
}
const NAMES = Object.keys(PLANS)
const planOf = (name: string) => PLANS[name] as Plan

/** A mobile number of the plan. */
const numberIn = (plan: Plan) =>
  fc
    .tuple(fc.constantFrom(...numberLengths(plan)), fc.constantFrom(...plan.mobilePrefixes), fc.stringMatching(/^[0-9]{12}$/))
    .map(([length, prefix, digits]) => (prefix + digits).slice(0, length))

/** The ways in which people write it. */
const waysToWrite = ({ dialCode, trunkPrefix }: Plan) =>
  fc.constantFrom('', trunkPrefix, dialCode, `+${dialCode}`, `00${dialCode}`, `+${dialCode}${trunkPrefix}`, `${dialCode}${trunkPrefix}`)

const GAPS = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u202f')

const written = (plan: Plan) =>
  fc
    .tuple(numberIn(plan), waysToWrite(plan), GAPS)
    .map(([number, way, gap]) => ({ number, text: way + gap + formatMobileNumber(number, plan).replaceAll(' ', gap) }))

test.for(NAMES)('OPR-3 NUM-1 however a number is written, it is the same number: %s', (name) => {
  const plan = planOf(name)
  fc.assert(
    fc.property(written(plan), ({ number, text }) => {
      expect(nationalDigits(text, plan)).toBe(number)
    }),
  )
})

test.for(NAMES)('OPR-3 digits that are no number of the country are refused, never turned into another number: %s', (name) => {
  const plan = planOf(name)
  const any = fc.stringMatching(/^\+?[0-9]{1,16}$/)
  fc.assert(
    fc.property(any, (text) => {
      const digits = nationalDigits(text, plan)
      if (!isMobileNumber(digits, plan)) return
      // Only prefixes were removed.
      const prefix = text.slice(0, text.length - digits.length)
      expect(text.endsWith(digits)).toBe(true)
      const { dialCode, trunkPrefix } = plan
      const prefixes = ['', dialCode, `+${dialCode}`, `00${dialCode}`].flatMap((each) => [each, each + trunkPrefix])
      expect(prefixes).toContain(prefix)
    }),
    { numRuns: 2_000 },
  )
})

test.for(NAMES)('OPR-3 a masked number shows two digits at each end: %s', (name) => {
  const plan = planOf(name)
  fc.assert(
    fc.property(numberIn(plan), (number) => {
      const masked = maskMobileNumber(number, plan).replaceAll(' ', '')
      expect(masked).toBe(`${number.slice(0, 2)}${'•'.repeat(number.length - 4)}${number.slice(-2)}`)
    }),
  )
})

/** No run of five digits of the number is left. */
function expectHidden(text: string, number: string): void {
  const digits = text.replace(/[^0-9•]/g, '')
  for (let at = 0; at + 5 <= number.length; at += 1) expect(digits).not.toContain(number.slice(at, at + 5))
}

test.for(NAMES)('OPR-3 S9 no number of the country stays whole in a log line: %s', (name) => {
  const plan = planOf(name)
  const mask = createLogMask(plan)
  const ways = fc.constantFrom('', plan.trunkPrefix, plan.dialCode, `+${plan.dialCode}`, `00${plan.dialCode}`)
  const around = fc.constantFrom(['"', '"'], [' ', ' '], ['=', ','], ['(', ')'], ['/', '?'])
  fc.assert(
    fc.property(numberIn(plan), ways, around, (number, way, [before, after]) => {
      expectHidden(mask(`line ${before}${way}${number}${after} end`), number)
    }),
  )
})

test.for(NAMES)('OPR-3 abuse 86 no mobile number stays whole in free text: %s', (name) => {
  const plan = planOf(name)
  const mask = createNumberMask(plan)
  fc.assert(
    fc.property(written(plan), ({ number, text }) => {
      expectHidden(mask(`mon numéro est ${text}, merci`), number)
    }),
  )
})

test.for(NAMES)('OPR-3 dates, amounts and short codes are not taken for numbers: %s', (name) => {
  const mask = createNumberMask(planOf(name))
  for (const text of ['le 12/11/2026 à 14 h 30', '1 500 F', '*123#', 'facture 2026-11', 'code 4821']) expect(mask(text)).toBe(text)
})
