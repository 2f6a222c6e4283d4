import type { CategoryStage, ParentCategory, Question, QuestionLink } from '../contract.ts'
import { likePercentage, MAX_POPULAR, MAX_POPULAR_IN_CATEGORY, type HelpTopic } from '../rules.ts'
import type { GuideParent, GuideQuestion } from './guide-question.ts'
import { linkOf, popularAmong, type HelpGuide } from './help-guide.ts'
import type { Counts } from './help.store.ts'

const NO_VOTES: Counts = { likes: 0, dislikes: 0 }
const MAX_RELATED = 4
const SUMMARY_LENGTH = 155

/** API-6: the list as the specification's callers expect it. */
export function faqList({ questions }: HelpGuide, counts: Map<string, Counts>) {
  return questions.map(({ questionId, question, answer, href, popular, parent, category }) => ({
    parentCategory: parent.name,
    category: category.name,
    question,
    answer,
    href,
    popular,
    questionId,
    countLikePercentage: likePercentage(counts.get(questionId) ?? NO_VOTES),
  }))
}

/** HELP-1, stage 1. */
export function overview({ parents, questions }: HelpGuide): { parents: ParentCategory[]; popular: QuestionLink[] } {
  return {
    parents: parents.map(({ name, description, icon, path, isSpecial }) => ({ name, description, icon, path, isSpecial })),
    popular: popularAmong(questions, MAX_POPULAR),
  }
}

/** HELP-1, stages 2 and 3; null when there is no such category. */
export function categoryStage(
  { parents, questions }: HelpGuide,
  { parent: parentSlug, category: categorySlug }: { parent: string; category?: string },
): CategoryStage | null {
  const parent = parents.find(({ slug, isSpecial }) => slug === parentSlug && !isSpecial)
  if (!parent) return null
  const chosen = categorySlug === undefined ? null : parent.categories.find(({ slug }) => slug === categorySlug)
  if (chosen === undefined) return null
  const { name, description, icon, path } = parent
  return {
    parent: { name, description, icon, path },
    category: chosen && { name: chosen.name, path: chosen.path },
    sections: sectionsOf(parent, questions).filter((section) => chosen === null || section.path === chosen.path),
    siblings: parent.categories.map((category) => ({ name: category.name, path: category.path })),
    popular: popularAmong(
      questions.filter((question) => question.parent === parent && (chosen === null || question.category !== chosen)),
      MAX_POPULAR_IN_CATEGORY,
    ),
  }
}

function sectionsOf(parent: GuideParent, questions: GuideQuestion[]) {
  const categories = parent.categories.length > 0 ? parent.categories : [{ slug: parent.slug, name: parent.name, path: parent.path }]
  return categories.map(({ name, path }) => ({
    name,
    path,
    questions: questions.filter((question) => question.category.path === path).map(linkOf),
  }))
}

/** HELP-1, stage 4, waiting for the counts of its votes; null when there is no such question. */
export function questionStage(
  { questions, questionById }: HelpGuide,
  questionId: string,
): ((counts: Counts) => Omit<Question, 'hasVoted'>) | null {
  const found = questionById.get(questionId)
  if (!found) return null
  const { parent, category, answer, words } = found
  return (counts) => ({
    ...linkOf(found),
    answer,
    summary: beginningOf(words),
    parent: { name: parent.name, path: parent.path },
    category: { name: category.name, path: category.path },
    related: relatedTo(found, questions),
    countLikePercentage: likePercentage(counts),
    votes: counts.likes + counts.dislikes,
  })
}

/** The neighbours of a question: its own category first, then the rest of the parent category. */
function relatedTo(found: GuideQuestion, questions: GuideQuestion[]): QuestionLink[] {
  const others = questions.filter((question) => question !== found && question.parent === found.parent)
  const near = others.filter(({ category }) => category.path === found.category.path)
  const far = others.filter(({ category }) => category.path !== found.category.path)
  return [...near, ...far].slice(0, MAX_RELATED).map(linkOf)
}

function beginningOf(words: string): string {
  if (words.length <= SUMMARY_LENGTH) return words
  const cut = words.slice(0, SUMMARY_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}

export function topicQuestions({ topics, questionById }: HelpGuide, topic: HelpTopic): QuestionLink[] {
  return (topics[topic] ?? []).flatMap((questionId) => {
    const question = questionById.get(questionId)
    return question ? [linkOf(question)] : []
  })
}
