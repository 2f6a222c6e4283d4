import { expect, test } from 'vitest'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import type { Language } from '#shared/language.ts'
import { septetsOf, toGsmText } from '#shared/gsm-text.ts'
import { draftOf, type UssdTexts } from './draft-screen.ts'
import { LONGEST_VIEWS } from '#tests/support/longest-views.ts'
import { fitScreen, MAX_CHOICES, MAX_SEPTETS, type Draft } from './screen.ts'

const textsOf = (language: Language) => readSeedFiles().read('ussd-translation', language) as UssdTexts

function pagesOf(draft: Draft, texts: UssdTexts, note: string | null) {
  const pages = [fitScreen(draft, { page: 0, note, footers: texts })]
  while (pages.at(-1)?.hasMore && pages.length < 50) pages.push(fitScreen(draft, { page: pages.length, note, footers: texts }))
  return pages
}

for (const language of ['fr', 'en'] as const) {
  const texts = textsOf(language)
  test.for(LONGEST_VIEWS)(`USSD-3 ${language} %s fits the screen of every phone, with its longest values and a note`, ([, view]) => {
    const draft = draftOf(view, { texts, language })
    const notes = [null, texts.note_choice, texts.note_number, texts.note_amount, texts.note_limits, texts.note_line]
    for (const note of notes) {
      for (const { text, choices } of pagesOf(draft, texts, note)) {
        expect(toGsmText(text)).toBe(text)
        expect(septetsOf(text), text).toBeLessThanOrEqual(MAX_SEPTETS)
        expect(choices.length).toBeLessThanOrEqual(MAX_CHOICES)
        expect(text).not.toMatch(/\{[a-zA-Z]+\}/)
      }
    }
  })

  test.for(LONGEST_VIEWS)(`USSD-3 ${language} %s is cut only where a name of the operator’s is longer than a row`, ([, view]) => {
    const draft = draftOf(view, { texts, language })
    const isWhole = draft.choices === undefined && draft.lines === undefined
    const text = pagesOf(draft, texts, null)[0]?.text ?? ''
    if (isWhole) expect(text).toContain(toGsmText(draft.title))
    else expect(text.startsWith(toGsmText(draft.title).slice(0, 40))).toBe(true)
  })

  test(`USSD-3 ${language} timeout replies fit too`, () => {
    for (const key of ['lateAnswer', 'latePayment', 'lateMenu'] as const)
      expect(septetsOf(toGsmText(texts[key].replace('{code}', '*222*1234#')))).toBeLessThanOrEqual(MAX_SEPTETS)
  })
}

test('USSD-1 every choice of a long list appears on exactly one page, with its digit', () => {
  const choices = Array.from({ length: 47 }, (_none, index) => ({
    label: `Forfait ${'x'.repeat(index % 30)} ${index}`,
    to: { at: 'towns' as const, region: String(index) },
  }))
  const pages = pagesOf({ title: 'Liste', choices }, textsOf('fr'), null)
  expect(pages.flatMap((page) => page.choices)).toEqual(choices.map(({ to }) => to))
  for (const { text, choices: shown } of pages) expect(text.match(/^[1-9] Forfait/gm)?.length).toBe(shown.length)
  expect(pages.length).toBeGreaterThan(3)
})

test('USSD-1 a page beyond the last shows the last', () => {
  const draft = { title: 'Liste', choices: [{ label: 'un', to: { at: 'home' as const } }] }
  expect(fitScreen(draft, { page: 99, note: null, footers: textsOf('fr') }).choices).toHaveLength(1)
})

test('USSD-3 a screen respects the network limits: 182 septets, and choices of one digit', () => {
  expect([MAX_SEPTETS, MAX_CHOICES]).toEqual([182, 9])
})
