import { COUNTRY } from '#shared/operator.ts'
import { type Static, Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'
import { MAX_SEARCH } from '#shared/help-search.ts'
import { HELP_TOPICS } from './rules.ts'

const QuestionId = Type.String({ pattern: '^[0-9]{1,6}$' })
const Slug = Type.String({ pattern: '^[a-z0-9-]{1,60}$' })

/** API-6: one entry of the FAQ list, field by field as the specification has it. */
const FaqEntry = Type.Object({
  parentCategory: Type.String(),
  category: Type.String(),
  question: Type.String(),
  answer: Type.String({ description: 'HTML, sanitised' }),
  href: Type.String({ description: "The literal 'href', or the path (without its first slash) of the page the item opens" }),
  popular: Type.String({ description: "'true' or 'false'" }),
  questionId: Type.String(),
  countLikePercentage: Type.Integer(),
})

export const readFaqs = defineCall({
  route: 'GET cms/webpage/getFaqs_pCategory',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang, cookie' },
  access: 'anyone',
  summary: 'Every question of the help centre, in the language of the `lang` header',
  tags: ['help'],
  input: closed({ opco: Type.Literal(COUNTRY.code) }),
  reply: Type.Array(FaqEntry),
})

const VoteResult = Type.Object({
  questionId: Type.String(),
  countLikePercentage: Type.Integer(),
  votes: Type.Integer(),
  isCounted: Type.Boolean({ description: 'False when this visit had voted on the question before' }),
})

export const voteOnAnswer = defineCall({
  route: 'POST cms/webpage/likeCount/',
  isRepeatable: false,
  caching: 'no-store',
  access: 'anyone',
  summary: 'One vote per question and visit',
  tags: ['help'],
  input: closed({ opco: Type.Literal(COUNTRY.code), questionId: QuestionId, isLike: Type.Boolean() }),
  reply: VoteResult,
})

export const voteByAddress = defineCall({
  route: 'GET cms/webpage/likeCount/',
  isRepeatable: false,
  caching: 'no-store',
  access: 'own-pages',
  summary: 'The same vote in the shape of the specification; answered to our own pages only, never to a prefetch',
  tags: ['help'],
  input: closed({ opco: Type.Literal(COUNTRY.code), questionId: QuestionId, isLike: Type.Enum(['true', 'false']) }),
  reply: VoteResult,
})

const QuestionLink = Type.Object({
  questionId: Type.String(),
  question: Type.String(),
  path: Type.String(),
  opensPage: Type.Boolean({ description: 'True for an item that is another page of the portal (ROUTE-5)' }),
})
export type QuestionLink = Static<typeof QuestionLink>

const CategoryLink = Type.Object({ name: Type.String(), path: Type.String() })

const ParentCategory = Type.Object({
  name: Type.String(),
  description: Type.String(),
  icon: Type.String(),
  path: Type.String(),
  isSpecial: Type.Boolean({ description: 'True for the five categories that are pages of their own (ROUTE-4)' }),
})
export type ParentCategory = Static<typeof ParentCategory>

export const readOverview = defineCall({
  route: 'GET help/v1/overview',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang, cookie' },
  access: 'anyone',
  summary: 'Stage 1: parent categories and popular questions',
  tags: ['help'],
  reply: Type.Object({ parents: Type.Array(ParentCategory), popular: Type.Array(QuestionLink) }),
})

const CategoryStage = Type.Object({
  parent: Type.Object({ name: Type.String(), description: Type.String(), icon: Type.String(), path: Type.String() }),
  category: Type.Union([CategoryLink, Type.Null()]),
  sections: Type.Array(Type.Object({ name: Type.String(), path: Type.String(), questions: Type.Array(QuestionLink) })),
  siblings: Type.Array(CategoryLink),
  popular: Type.Array(QuestionLink),
})
export type CategoryStage = Static<typeof CategoryStage>

export const readCategory = defineCall({
  route: 'GET help/v1/category',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang, cookie' },
  access: 'anyone',
  summary: 'Stages 2 and 3: the questions of a parent category or of one category in it',
  tags: ['help'],
  input: closed({ parent: Slug, category: Type.Optional(Slug) }),
  reply: CategoryStage,
})

const Question = Type.Object({
  questionId: Type.String(),
  question: Type.String(),
  answer: Type.String({ description: 'HTML, sanitised' }),
  summary: Type.String({ description: 'The beginning of the answer as plain text' }),
  path: Type.String(),
  opensPage: Type.Boolean(),
  parent: CategoryLink,
  category: CategoryLink,
  related: Type.Array(QuestionLink),
  countLikePercentage: Type.Integer(),
  votes: Type.Integer(),
  hasVoted: Type.Boolean(),
})
export type Question = Static<typeof Question>

export const readQuestion = defineCall({
  route: 'GET help/v1/question',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Stage 4: one question with its answer, and whether this visit voted on it',
  tags: ['help'],
  input: closed({ questionId: QuestionId }),
  reply: Question,
})

const Suggestion = Type.Object({
  questionId: Type.String(),
  path: Type.String(),
  opensPage: Type.Boolean(),
  category: Type.String(),
  parts: Type.Array(Type.Object({ text: Type.String(), isMatch: Type.Boolean() })),
})
export type Suggestion = Static<typeof Suggestion>

const SearchResult = Type.Object({
  matches: Type.Array(Suggestion, { description: 'Questions that hold the typed text' }),
  similar: Type.Array(Suggestion, { description: 'Questions that are near to it: accents, misspellings, words of the answer' }),
})
export type SearchResult = Static<typeof SearchResult>

export const searchHelp = defineCall({
  route: 'GET help/v1/search',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang, cookie' },
  access: 'anyone',
  summary: 'Questions for a typed text',
  tags: ['help'],
  input: closed({ text: Type.String({ minLength: 1, maxLength: MAX_SEARCH }) }),
  reply: SearchResult,
})

export const readTopicQuestions = defineCall({
  route: 'GET help/v1/topic',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang, cookie' },
  access: 'anyone',
  summary: 'The two or three most useful questions for a page of the portal',
  tags: ['help'],
  input: closed({ topic: Type.Enum([...HELP_TOPICS]) }),
  reply: Type.Array(QuestionLink),
})
