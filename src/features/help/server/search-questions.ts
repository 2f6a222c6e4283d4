import MiniSearch from 'minisearch'
import type { SearchResult, Suggestion } from '../contract.ts'
import { isPopular } from '../rules.ts'
import type { GuideQuestion } from './guide-question.ts'
import { foldText, markTyped, markWords, type MarkedText } from './marked-text.ts'

export type HelpSearch = (typed: string) => SearchResult

const MAX_MATCHES = 10
const MAX_SIMILAR = 6
const SHORTEST_TOLERANT = 3
/** Below this part of the best one's score a result only shares a common word. */
const WORTHWHILE_SHARE = 0.3

/** Endings of French and English words that leave at least four letters. */
const ENDINGS = /^(.{4,}?)(?:ements?|ations?|ages?|ees?|ers?|ez|es|e|s|ing|ed)$/

/** Stop words. */
const EMPTY_WORDS = new Set(
  (
    'au aux avec ce ces cette comment dans de des du elle en est et il je la le les leur ma mais me mes mon ne nous on ou par pas peut ' +
    'plus pour puis quand que quel quelle quels quelles qui quoi sa se ses si son sont sur ta te tes ton tu un une vos votre vous ' +
    'a an and are as at be but by can do does for from has have how i if in is it its me my no not of on or our so that the their ' +
    'then they this to was we what when where which who why will with you your'
  ).split(' '),
)

/** Finds questions that contain the typed text (HELP-2), followed by similar ones. */
export function createSearch(questions: GuideQuestion[]): HelpSearch {
  const byId = new Map(questions.map((question) => [question.questionId, question]))
  const folded = questions.map((question) => ({ question, text: foldText(question.question) }))
  const index = new MiniSearch<{ id: string; question: string; category: string; words: string }>({
    fields: ['question', 'category', 'words'],
    processTerm: (word) => termOf(word),
    searchOptions: {
      boost: { question: 4, category: 2 },
      prefix: (term) => term.length >= SHORTEST_TOLERANT,
      fuzzy: (term) => (term.length <= 3 ? false : term.length <= 6 ? 1 : 2),
    },
  })
  index.addAll(
    questions.map(({ questionId, question, parent, category, words }) => ({
      id: questionId,
      question,
      category: `${parent.name} ${category.name}`,
      words,
    })),
  )

  return function search(typed) {
    const wanted = foldText(typed).trim()
    if (wanted === '') return { matches: [], similar: [] }
    const matches = folded
      .filter(({ text }) => text.includes(wanted))
      .map(({ question }) => question)
      .toSorted((first, second) => Number(isPopular(second.popular)) - Number(isPopular(first.popular)))
      .slice(0, MAX_MATCHES)
    const found = wanted.length < SHORTEST_TOLERANT ? [] : index.search(wanted)
    const least = (found[0]?.score ?? 0) * WORTHWHILE_SHARE
    const similar = found
      .filter(({ score }) => score >= least)
      .flatMap(({ id, terms }) => {
        const question = byId.get(String(id))
        const isFound = (word: string) => terms.includes(termOf(word) ?? '')
        return question && !matches.includes(question) ? [suggestion(question, markWords(question.question, isFound))] : []
      })
      .slice(0, MAX_SIMILAR)
    return { matches: matches.map((question) => suggestion(question, markTyped(question.question, typed.trim()))), similar }
  }
}

/** The stem of a word: recharge, recharger and rechargez have one. Null for a stop word. */
function termOf(word: string): string | null {
  const folded = foldText(word)
  return EMPTY_WORDS.has(folded) ? null : folded.replace(ENDINGS, '$1')
}

function suggestion({ questionId, path, opensPage, category }: GuideQuestion, parts: MarkedText): Suggestion {
  return { questionId, path, opensPage, category: category.name, parts }
}
