import { withOperatorWords } from '#features/site-content/server/operator-words.ts'
import type { Database } from '#server/database/database.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import type { FieldFacts, Fields, TextProblem } from '../edition.ts'
import { tidyText } from '../text-rules.ts'
import type { ServedText, TextSource } from './text-source.ts'

const GROUP = 'help'
const MAX_TITLE = 150
const MAX_ANSWER = 4_000
type Words = Readonly<Record<string, string>>
type Question = { questionId: string; question: Words; answer: Words }
type Questions = { questions: Question[] }

/** What it uses of the help centre. */
export type HelpFiles = {
  checkFaqs(body: unknown): { problems: string[]; file: Questions | null }
  /** The questions that ship. */
  readFaqSeed(): Questions
  sanitiseAnswer(html: string): string
  readNewestId(db: Database): Promise<number | null>
  readNewestDocument(db: Database): Promise<{ id: number; body: unknown } | null>
  lockDocuments(tx: Database): Promise<void>
  addDocument(tx: Database, document: { body: unknown; seedVersion: null }): Promise<void>
}

/** The help centre, question by question. */
export function createQuestionSource(help: HelpFiles): TextSource {
  const { checkFaqs, readFaqSeed, sanitiseAnswer, readNewestId, readNewestDocument, lockDocuments, addDocument } = help
  let known: { id: number | null; file: Questions } | null = null

  /** As the help centre reads it: what it cannot use is replaced by what ships. A document never changes. */
  async function servedFile(db: Database): Promise<Questions> {
    const id = await readNewestId(db)
    if (known?.id === id) return known.file
    const newest = await readNewestDocument(db)
    known = { id: newest?.id ?? null, file: checkFaqs(newest?.body).file ?? readFaqSeed() }
    return known.file
  }

  return {
    async read(db) {
      return new Map((await servedFile(db)).questions.map((question) => [`${GROUP}/${question.questionId}`, servedQuestion(question)]))
    },
    prepare(facts, typed) {
      const written: Fields = Object.fromEntries(
        facts.fields.map((field) => [field.field, String(withOperatorWords(tidyText(typed[field.field] ?? '', field), field.language))]),
      )
      const problems = facts.fields.flatMap(({ field, kind, maxLength }): TextProblem[] => {
        const text = written[field] ?? ''
        return kind === 'answer' && text.length <= maxLength && losesMarkup(text, sanitiseAnswer(text))
          ? [{ field, kind: 'markup', detail: '' }]
          : []
      })
      const texts = Object.fromEntries(
        facts.fields.map(({ field, kind, maxLength }) => {
          const text = written[field] ?? ''
          return [field, kind === 'answer' && text.length <= maxLength ? sanitiseAnswer(text) : text]
        }),
      )
      return { texts, problems }
    },
    lock: lockDocuments,
    async plan(tx, changes) {
      const file = await servedFile(tx)
      const byId = new Map(changes.map(({ textId, texts }) => [textId, texts]))
      const questions = file.questions.map((question) => {
        const texts = byId.get(`${GROUP}/${question.questionId}`)
        return texts ? withWords(question, texts) : question
      })
      const checked = checkFaqs({ ...file, questions })
      if (!checked.file) return { problems: checked.problems.map((detail) => ({ field: '', kind: 'other', detail })) }
      const body = checked.file
      return { write: () => addDocument(tx, { body, seedVersion: null }) }
    },
  }
}

function servedQuestion({ questionId, question, answer }: Question): ServedText {
  const fields = CHECKED_LANGUAGES.flatMap((language) => [fieldFacts(language, 'title'), fieldFacts(language, 'answer')])
  const texts = Object.fromEntries(
    CHECKED_LANGUAGES.flatMap((language) => [
      [`${language}.title`, question[language] ?? ''],
      [`${language}.answer`, answer[language] ?? ''],
    ]),
  )
  return { facts: { id: `${GROUP}/${questionId}`, group: GROUP, name: questionId, fields, lock: null }, texts }
}

function fieldFacts(language: string, kind: 'title' | 'answer'): FieldFacts {
  return {
    field: `${language}.${kind}`,
    language,
    kind,
    maxLength: kind === 'title' ? MAX_TITLE : MAX_ANSWER,
    placeholders: [],
    isQuoted: false,
    mayBreakLines: kind === 'answer',
    isUncheckedDraft: false,
  }
}

function withWords(question: Question, texts: Fields): Question {
  const of = (part: 'title' | 'answer', before: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(before).map(([language, text]) => [language, texts[`${language}.${part}`] ?? text]))
  return { ...question, question: of('title', question.question), answer: of('answer', question.answer) }
}

const count = (text: string, what: RegExp) => (text.match(what) ?? []).length

/** Elements, links or attributes that the help centre does not show are refused, rather than dropped without a word. */
function losesMarkup(text: string, shown: string): boolean {
  const isLess = (what: RegExp) => count(shown, what) !== count(text, what)
  return isLess(/<[a-z]/gi) || isLess(/href\s*=/gi) || /<[^>]*\s(?!href\b|rel\b)[a-z-]+\s*=/i.test(text) || /<!|<\?/.test(text)
}
