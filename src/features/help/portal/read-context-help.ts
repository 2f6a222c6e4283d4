import { isFailure } from '#shared/failure.ts'
import type { PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { QuestionLink } from '../contract.ts'
import { HELP_PATH, type HelpTopic } from '../rules.ts'

export type ContextHelpData = { heading: string; allHelp: string; allHelpPath: string; opensPageWords: string; questions: QuestionLink[] }

/** For the loader of a service page: its most useful questions with the words around them. Help that fails is help left out. */
export async function readContextHelp(request: PageRequest, topic: HelpTopic): Promise<ContextHelpData> {
  const [texts, faqTexts, answer] = await Promise.all([
    readContent(request, 'getHelp-translation'),
    readContent(request, 'faq-translation'),
    request.api.readTopicQuestions({ topic }),
  ])
  return {
    heading: texts.usefulQuestions,
    allHelp: texts.allHelp,
    allHelpPath: HELP_PATH,
    opensPageWords: faqTexts.opensPage,
    questions: isFailure(answer) ? [] : answer.result,
  }
}
