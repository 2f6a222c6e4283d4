import { setFrenchType } from '#shared/french-type.ts'
import { DEFAULT_LANGUAGE, isFrench, type Language } from '#shared/language.ts'
import type { QuestionLink } from '../contract.ts'
import { categoryPath, isPopular, placeOfHref, questionPath, SPECIAL_CATEGORIES, type HelpTopic } from '../rules.ts'
import type { GuideParent, GuideQuestion } from './guide-question.ts'
import type { FaqFile } from './faq-file.ts'
import { foldText } from './marked-text.ts'
import { sanitiseAnswer, wordsOfAnswer } from './sanitise-answer.ts'
import { createSearch, type HelpSearch } from './search-questions.ts'

/** The help centre in one language, ready to be read. */
export type HelpGuide = {
  parents: GuideParent[]
  questions: GuideQuestion[]
  questionById: Map<string, GuideQuestion>
  topics: Partial<Record<HelpTopic, string[]>>
  search: HelpSearch
}

const MAX_SLUG = 36

export function createGuide(file: FaqFile, language: Language): HelpGuide {
  const parents = file.categories.map((category): GuideParent => {
    const { slug, icon, name, description, categories } = category
    const specialPath = SPECIAL_CATEGORIES[slug]
    return {
      slug,
      icon,
      name: shownText(name, language),
      description: shownText(description, language),
      path: specialPath ?? categoryPath(slug),
      isSpecial: specialPath !== undefined,
      categories: categories.map((inner) => ({
        slug: inner.slug,
        name: shownText(inner.name, language),
        path: categoryPath(slug, inner.slug),
      })),
    }
  })
  const questions = file.questions.flatMap((question) => guideQuestion(question, parents, language) ?? [])
  return {
    parents,
    questions,
    questionById: new Map(questions.map((question) => [question.questionId, question])),
    topics: file.topics,
    search: createSearch(questions),
  }
}

function guideQuestion(
  { questionId, category: place, href, popular, question, answer }: FaqFile['questions'][number],
  parents: GuideParent[],
  language: Language,
): GuideQuestion | null {
  const [parentSlug, categorySlug] = place.split('/')
  const parent = parents.find(({ slug }) => slug === parentSlug)
  if (!parent) return null
  const category = parent.categories.find(({ slug }) => slug === categorySlug) ?? {
    slug: parent.slug,
    name: parent.name,
    path: parent.path,
  }
  const opened = placeOfHref(href)
  // Sanitised at import, and again here, in case something else wrote into the database.
  const safeAnswer = sanitiseAnswer(shownText(answer, language))
  return {
    questionId,
    question: shownText(question, language),
    path: opened ?? questionPath(questionId, slugOf(question[DEFAULT_LANGUAGE] ?? '')),
    opensPage: opened !== null,
    answer: safeAnswer,
    words: wordsOfAnswer(safeAnswer),
    href,
    popular,
    parent,
    category,
  }
}

/** Applies French typography as on all pages; it changes nothing inside the tags of an answer. */
function shownText(texts: Readonly<Record<Language, string>>, language: Language): string {
  const text = texts[language] ?? ''
  return isFrench(language) ? setFrenchType(text) : text
}

/** The first words of a question for its address, the same in every language. */
export function slugOf(text: string): string {
  const words = foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (words.length <= MAX_SLUG) return words
  const cut = words.slice(0, MAX_SLUG + 1)
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1))
}

export function linkOf({ questionId, question, path, opensPage }: GuideQuestion): QuestionLink {
  return { questionId, question, path, opensPage }
}

export function popularAmong(questions: GuideQuestion[], most: number): QuestionLink[] {
  return questions
    .filter(({ popular }) => isPopular(popular))
    .slice(0, most)
    .map(linkOf)
}
