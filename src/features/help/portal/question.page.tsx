import { COUNTRY } from '#shared/operator.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, type PageRequest, Redirect } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { HELP_PATH } from '#shared/help-search.ts'
import { questionIdOf } from '../rules.ts'
import { Answer } from './answer.tsx'
import { HelpColumns } from './help-columns.tsx'
import { HelpHeading } from './help-heading.tsx'
import { findStage, helpPageTags, MissingHelp, resultOf, stageManner, stageTags } from './help-stage.tsx'
import { HumanHelp } from './human-help.tsx'
import { QuestionList } from '#portal/ui/lists/question-list.tsx'
import { breadcrumbData, faqData, StructuredData } from './structured-data.tsx'
import { VoteCard } from './vote-card.tsx'

/** The number in the URL decides; other slugs redirect to the canonical URL. */
async function readQuestionStage(request: PageRequest<{ question: string }>) {
  const [texts, faqTexts, questionTexts, answer] = await Promise.all([
    readContent(request, 'getHelp-translation'),
    readContent(request, 'faq-translation'),
    readContent(request, 'question-translation'),
    // A URL without a number is refused by the call like any unknown question.
    request.api.readQuestion({ questionId: questionIdOf(request.params.question) ?? '' }),
  ])
  const question = resultOf(answer)
  if (question.opensPage) throw new Redirect(question.path)
  if (!question.path.endsWith(`/${request.params.question}`)) throw new Redirect(question.path, {}, { isPermanent: true })
  const tags = await helpPageTags(request, { title: question.question, description: question.summary, path: question.path })
  return { texts, faqTexts, questionTexts, question, tags, publicUrl: request.publicUrl }
}

/** HELP-1, stage 4. */
export default page(`${HELP_PATH}/question/:question`, {
  load: (request) => findStage(request, readQuestionStage(request)),
  /** HELP-3 without script: counts the vote and comes back to the question. */
  async action({ api, params }, form): Promise<Redirect | { redisplay: { problem: string } }> {
    const answer = await api.voteOnAnswer({
      opco: COUNTRY.code,
      questionId: questionIdOf(params.question) ?? '',
      isLike: formText(form, 'isLike') === 'true',
    })
    if (isFailure(answer)) return { redisplay: { problem: answer.message } }
    return new Redirect(`${HELP_PATH}/question/${encodeURIComponent(params.question)}`)
  },
  tags: stageTags,
  response: stageManner,
  View: ({ data: { found, missing }, answer }) =>
    missing ? <MissingHelp words={missing} /> : <QuestionView stage={found} problem={answer?.problem ?? null} />,
})

type QuestionViewProps = { stage: Awaited<ReturnType<typeof readQuestionStage>>; problem: string | null }

function QuestionView({ stage: { texts, faqTexts, questionTexts, question, publicUrl }, problem }: QuestionViewProps) {
  const { parent, category, related } = question
  const above = [{ name: faqTexts.help, path: HELP_PATH }, parent, category].filter(
    ({ path }, place, all) => all.findIndex((crumb) => crumb.path === path) === place,
  )
  return (
    <>
      <StructuredData data={faqData(question)} />
      <StructuredData data={breadcrumbData([...above, { name: question.question, path: question.path }], publicUrl)} />
      <HelpHeading title={question.question} above={above} texts={faqTexts} />
      <PageBody>
        <HelpColumns
          aside={
            <>
              {related.length > 0 && (
                <Card heading={`${texts.relatedWith} ${category.name}`}>
                  <QuestionList questions={related} opensPageWords={faqTexts.opensPage} />
                </Card>
              )}
              <HumanHelp heading={texts.stillInDoubt} texts={texts} />
            </>
          }
        >
          <Card heading={questionTexts.answer}>
            <Answer html={question.answer} />
          </Card>
          <VoteCard question={question} texts={questionTexts} problem={problem} />
        </HelpColumns>
      </PageBody>
    </>
  )
}
