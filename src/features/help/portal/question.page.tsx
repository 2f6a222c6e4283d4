import { data, redirect } from 'react-router'
import { isFailure } from '#shared/reply.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi, surroundings } from '#portal/page-context.ts'
import { readContent } from '#portal/texts.ts'
import { Card } from '#portal/ui/card.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { HELP_PATH, questionIdOf } from '../rules.ts'
import type { Route } from './+types/question.page.ts'
import { Answer } from './answer.tsx'
import { HelpColumns } from './help-columns.tsx'
import { HelpHeading } from './help-heading.tsx'
import { HumanHelp } from './human-help.tsx'
import { helpHeaders, helpTags, MissingHelp } from './missing-help.tsx'
import { QuestionList } from './question-list.tsx'
import { helpPageMeta, readResult, throwMissing } from './read-result.ts'
import { breadcrumbData, faqData, StructuredData } from './structured-data.tsx'
import { VoteCard } from './vote-card.tsx'

export { MissingHelp as ErrorBoundary }
export const headers = helpHeaders

/** HELP-1, stage 4: the number in the address decides; whatever words follow it, the visitor ends at the one address. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const questionId = questionIdOf(params.question) ?? (await throwMissing(context))
  const [texts, faqTexts, questionTexts, answer] = await Promise.all([
    readContent(context, 'getHelp-translation'),
    readContent(context, 'faq-translation'),
    readContent(context, 'question-translation'),
    context.get(portalApi).readQuestion({ questionId }),
  ])
  const question = await readResult(context, answer)
  if (question.opensPage) throw redirect(question.path)
  if (!question.path.endsWith(`/${params.question}`)) throw redirect(question.path, 301)
  const meta = await helpPageMeta(context, { title: question.question, description: question.summary, path: question.path })
  return { texts, faqTexts, questionTexts, question, meta, publicUrl: context.get(surroundings).publicUrl }
}

/** HELP-3 without script: counts the vote and comes back to the question. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const questionId = questionIdOf(params.question) ?? (await throwMissing(context))
  const isLike = formText(form, 'isLike') === 'true'
  const answer = await context.get(portalApi).voteOnAnswer({ opco: 'NE', questionId, isLike })
  if (isFailure(answer)) return data({ problem: answer.message }, { status: 422 })
  return redirect(`${HELP_PATH}/question/${params.question}`, 303)
}

export const meta: Route.MetaFunction = helpTags

export default function QuestionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, faqTexts, questionTexts, question, publicUrl } = loaderData
  const { parent, category, related } = question
  const above = [{ name: faqTexts.help, path: HELP_PATH }, parent, category].filter(
    ({ path }, place, all) => all.findIndex((crumb) => crumb.path === path) === place,
  )
  return (
    <>
      <StructuredData key={`question ${question.questionId}`} data={faqData(question)} />
      <StructuredData
        key={`way to ${question.questionId}`}
        data={breadcrumbData([...above, { name: question.question, path: question.path }], publicUrl)}
      />
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
          <VoteCard key={question.questionId} question={question} texts={questionTexts} postedProblem={actionData?.problem ?? null} />
        </HelpColumns>
      </PageBody>
    </>
  )
}
