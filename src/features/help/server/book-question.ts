import type { ParentCategory, QuestionLink } from '../contract.ts'

export type BookCategory = { slug: string; name: string; path: string }
export type BookParent = ParentCategory & { slug: string; categories: BookCategory[] }
export type BookQuestion = QuestionLink & {
  answer: string
  /** The answer's words without markup. */
  words: string
  href: string
  popular: string
  parent: BookParent
  category: BookCategory
}
