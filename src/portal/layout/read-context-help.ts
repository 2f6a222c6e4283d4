import { isFailure } from '#shared/failure.ts'
import { HELP_PATH } from '#shared/help-search.ts'
import type { Language } from '#shared/language.ts'
import { moneyTextLang } from '#shared/language-review.ts'
import type { PageRequest } from '../page/page.ts'
import { readContent } from '../texts/texts.ts'
import type { QuestionLink } from '../ui/lists/question-list.tsx'

/** Pages that offer their most useful questions. */
export type HelpTopic = Parameters<PageRequest['api']['readTopicQuestions']>[0]['topic']

export type ContextHelpData = {
  lang: Language | undefined
  heading: string
  allHelp: string
  allHelpPath: string
  opensPageWords: string
  questions: QuestionLink[]
}

/** For the loader of a service page: its most useful questions and their texts. On failure the page has no help. */
export async function readContextHelp(request: PageRequest, topic: HelpTopic): Promise<ContextHelpData> {
  const [texts, faqTexts, answer] = await Promise.all([
    readContent(request, 'getHelp-translation'),
    readContent(request, 'faq-translation'),
    request.api.readTopicQuestions({ topic }),
  ])
  return {
    lang: moneyTextLang(request.language),
    heading: texts.usefulQuestions,
    allHelp: texts.allHelp,
    allHelpPath: HELP_PATH,
    opensPageWords: faqTexts.opensPage,
    questions: isFailure(answer) ? [] : answer.result,
  }
}
