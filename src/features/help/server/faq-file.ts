import { existsSync, readFileSync } from 'node:fs'
import { OPERATOR } from '#operator-record'
import { SettingProblem } from '#shared/setting-problem.ts'
import { closed } from '#shared/closed.ts'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { withOperatorWords } from '#features/site-content/server/operator-words.ts'
import type { Language } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import { HELP_TOPICS, NO_HREF, placeOfHref, SPECIAL_CATEGORIES } from '../rules.ts'
import { sanitiseAnswer, wordsOfAnswer } from './sanitise-answer.ts'

const SHIPPED = join(import.meta.dirname, '../../../../content/data/faqs.json')
const OWN = join(OPERATOR.folder, 'help.json')

const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40 })
const Words = inCheckedLanguages(Type.String({ minLength: 1, maxLength: 300 }))
const QuestionId = Type.String({ pattern: '^[0-9]{1,6}$' })
const Icon = Type.String({ pattern: '^[a-z-]{1,20}$' })

/** What an editor writes: categories, questions with all languages side by side, and which of them each page offers. */
const FaqFile = closed({
  categories: Type.Array(
    closed({ slug: Slug, icon: Icon, name: Words, description: Words, categories: Type.Array(closed({ slug: Slug, name: Words })) }),
    { minItems: 1, maxItems: 40 },
  ),
  questions: Type.Array(
    closed({
      questionId: QuestionId,
      category: Type.String({ maxLength: 81, description: "'parent/category', or 'parent' where it has no categories" }),
      popular: Type.String({ maxLength: 5 }),
      href: Type.String({ maxLength: 200 }),
      question: Words,
      answer: inCheckedLanguages(Type.String({ minLength: 1, maxLength: 10_000 })),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
  topics: Type.Partial(Type.Record(Type.Enum([...HELP_TOPICS]), Type.Array(QuestionId, { minItems: 1, maxItems: 3 }))),
})
export type FaqFile = Static<typeof FaqFile>
type ByLanguage = Readonly<Record<Language, string>>

const MARKUP = /<[a-z/!?]/i
const RESERVED_SLUG = 'question'
const MAX_PROBLEMS = 20

/** The questions of the operator's folder, or those that ship with the portal. */
export function readFaqSeed(): FaqFile {
  const path = existsSync(OWN) ? OWN : SHIPPED
  const { problems, file } = checkFaqs(parsed(path))
  if (!file) throw new SettingProblem(...problems.map((problem) => `GUICHET_OPERATOR: ${path}: ${problem}`))
  return file
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new SettingProblem(`GUICHET_OPERATOR: ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What is wrong with a file, in sentences for an editor; when nothing is, the file in the operator's words, with every answer sanitised. */
export function checkFaqs(written: unknown): { problems: string[]; file: FaqFile | null } {
  const body = withOperatorWords(written)
  if (!Value.Check(FaqFile, body)) {
    const problems = [...Value.Errors(FaqFile, body)].map((error) => `${error.instancePath || 'the file'} ${error.message}`)
    return { problems: problems.slice(0, MAX_PROBLEMS), file: null }
  }
  const file = { ...body, questions: body.questions.map((question) => ({ ...question, answer: sanitised(question.answer) })) }
  const problems = [...categoryProblems(file), ...questionProblems(file), ...topicProblems(file)].slice(0, MAX_PROBLEMS)
  return { problems, file: problems.length === 0 ? file : null }
}

function sanitised(answer: ByLanguage): ByLanguage {
  return Object.fromEntries(Object.entries(answer).map(([language, text]) => [language, sanitiseAnswer(text)]))
}

function categoryProblems({ categories }: FaqFile): string[] {
  return [
    ...repeated(categories.map(({ slug }) => slug)).map((slug) => `the category '${slug}' stands there twice`),
    ...categories.flatMap(({ slug, name, description, categories: inner }) => [
      ...repeated(inner.map((category) => category.slug)).map((twice) => `the category '${slug}/${twice}' stands there twice`),
      ...(slug === RESERVED_SLUG ? [`a category may not be called '${slug}'`] : []),
      ...(slug in SPECIAL_CATEGORIES && inner.length > 0 ? [`'${slug}' is a page of its own and has no categories`] : []),
      ...[name, description, ...inner.map((category) => category.name)].flatMap((words) => markupProblems(`category '${slug}'`, words)),
    ]),
  ]
}

function questionProblems({ categories, questions }: FaqFile): string[] {
  const places = new Set(
    categories.flatMap(({ slug, categories: inner }) =>
      inner.length === 0 ? [slug] : inner.map((category) => `${slug}/${category.slug}`),
    ),
  )
  return [
    ...repeated(questions.map(({ questionId }) => questionId)).map((id) => `question ${id} stands there twice`),
    ...questions.flatMap(({ questionId, category, popular, href, question, answer }) => [
      ...(places.has(category) ? [] : [`question ${questionId}: there is no category '${category}'`]),
      ...(/^(true|false)$/i.test(popular) ? [] : [`question ${questionId}: popular must be 'true' or 'false'`]),
      ...(leavesPortal(href) ? [`question ${questionId}: '${href}' does not lead to a page of this portal`] : []),
      ...markupProblems(`question ${questionId}`, question),
      ...Object.keys(answer)
        .filter((language) => wordsOfAnswer(answer[language] ?? '') === '')
        .map((language) => `question ${questionId}: the answer in '${language}' holds no words`),
    ]),
  ]
}

function topicProblems({ questions, topics }: FaqFile): string[] {
  const known = new Set(questions.map(({ questionId }) => questionId))
  return Object.entries(topics).flatMap(([topic, ids]) =>
    (ids ?? []).filter((id) => !known.has(id)).map((id) => `the topic '${topic}' names question ${id}, which does not exist`),
  )
}

/** A link that would leave the portal leads home. */
function leavesPortal(href: string): boolean {
  return href !== NO_HREF && (href === '' || placeOfHref(href) === '/')
}

function markupProblems(where: string, words: ByLanguage): string[] {
  return Object.keys(words)
    .filter((language) => MARKUP.test(words[language] ?? ''))
    .map((language) => `${where}: '${language}' holds markup`)
}

function repeated(values: string[]): string[] {
  return [...new Set(values.filter((value, place) => values.indexOf(value) !== place))]
}

/** OPR-4: help speaks about money, so a draft of it is not shown; other languages than the operator's may stand in the file. */
function inCheckedLanguages(text: ReturnType<typeof Type.String>) {
  return Type.Object(Object.fromEntries(CHECKED_LANGUAGES.map((language) => [language, text])), { additionalProperties: text })
}
