import type { ParentCategory, QuestionLink } from '../contract.ts'

export type GuideCategory = { slug: string; name: string; path: string }
export type GuideParent = ParentCategory & { slug: string; categories: GuideCategory[] }
export type GuideQuestion = QuestionLink & {
  answer: string
  /** The answer's words without markup. */
  words: string
  href: string
  popular: string
  parent: GuideParent
  category: GuideCategory
}
