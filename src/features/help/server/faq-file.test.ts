import { expect, test } from 'vitest'
import { isPopular, NO_HREF, SPECIAL_CATEGORIES } from '../rules.ts'
import { checkFaqs, readFaqSeed, type FaqFile } from './faq-file.ts'

const seed = readFaqSeed()
const copy = (): FaqFile => structuredClone(seed)

/** The seed with its first question changed. */
function withQuestion(change: Partial<FaqFile['questions'][number]>): FaqFile {
  const file = copy()
  const [first] = file.questions
  if (first) Object.assign(first, change)
  return file
}

test('HELP-1 the portal ships at least 60 questions over 8 topics with categories, 12 of them popular', () => {
  const real = seed.questions.filter(({ href }) => href === NO_HREF)
  expect(real.length).toBeGreaterThanOrEqual(60)
  expect(seed.categories.filter(({ categories }) => categories.length >= 2).length).toBeGreaterThanOrEqual(8)
  expect(real.filter(({ popular }) => isPopular(popular)).length).toBeGreaterThanOrEqual(12)
})

test('ROUTE-4 every special category is there, in English by the specification’s name', () => {
  const special = seed.categories.filter(({ slug }) => slug in SPECIAL_CATEGORIES).map(({ name }) => name.en)
  expect(special).toEqual(['Contact Us', 'Shops', 'Dealers', 'Our Service Experience', 'Money Loans'])
})

test('French answers are written with their typography', () => {
  const wrong = seed.questions
    .flatMap(({ question, answer }) => [question.fr ?? '', (answer.fr ?? '').replace(/<[^>]*>/g, '')])
    .filter((text) => /[a-zéè]'[a-zéè]|[^\s][?!;»](?!\w)|«(?! )/i.test(text.replace(/&\w+;/g, '')))
  expect(wrong).toEqual([])
})

test('every question offered on a page exists, and no answer of the seed is changed by the sanitiser', () => {
  expect(checkFaqs(copy())).toEqual({ problems: [], file: seed })
})

test.for([
  [withQuestion({ category: 'nothing/here' }), /there is no category 'nothing\/here'/],
  [withQuestion({ questionId: '102' }), /question 102 stands there twice/],
  [withQuestion({ popular: 'maybe' }), /popular must be 'true' or 'false'/],
  [withQuestion({ href: '/evil.test' }), /does not lead to a page of this portal/],
  [withQuestion({ href: '\\evil.test' }), /does not lead to a page of this portal/],
  [withQuestion({ href: '' }), /does not lead to a page of this portal/],
  [withQuestion({ question: { fr: '<b>x</b>', en: 'x' } }), /question 101: 'fr' holds markup/],
  [withQuestion({ answer: { fr: '<script>x</script>', en: '<p>x</p>' } }), /the answer in 'fr' holds no words/],
  [{ ...copy(), topics: { shops: ['999999'] } }, /names question 999999, which does not exist/],
  [{ ...copy(), categories: [...seed.categories, ...seed.categories.slice(0, 1)] }, /'recharge' stands there twice/],
  [{ ...copy(), more: 1 }, /must not have additional properties/],
  [null, /the file must be object/],
  ['<p>', /the file must be object/],
] as const)('an import is refused with a sentence: %#', ([file, message]) => {
  const { problems, file: accepted } = checkFaqs(file)
  expect(accepted).toBeNull()
  expect(problems.join('\n')).toMatch(message)
})

test('HELP-1 what an editor imports is sanitised before it is stored', () => {
  const { file } = checkFaqs(withQuestion({ answer: { fr: '<p onclick="x()">Bonjour<script>x</script></p>', en: '<p>Hello</p>' } }))
  expect(file?.questions[0]?.answer).toEqual({ fr: '<p>Bonjour</p>', en: '<p>Hello</p>' })
})
