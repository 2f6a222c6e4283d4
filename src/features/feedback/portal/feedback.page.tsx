import { data, Form, redirect, useNavigation } from 'react-router'
import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/reply.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { LONGEST_FEEDBACK, ratingOf } from '../rules.ts'
import type { Route } from './+types/feedback.page.ts'
import { FeedbackThanks } from './feedback-thanks.tsx'
import { HoneypotField } from './honeypot-field.tsx'
import { RatingField } from './rating-field.tsx'
import { WordsField } from './words-field.tsx'

const PATH = '/give_your_feedback'

export async function loader({ request, context }: Route.LoaderArgs) {
  const [texts, meta] = await Promise.all([readContent(context, 'feedback-translation'), readPageMeta(context, PATH)])
  return { texts, meta, isSent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const rating = ratingOf(formText(form, 'rating'))
  // A browser counts a line break as two signs when it posts and as one while typing.
  const words = formText(form, 'words').replace(/\r\n/g, '\n')
  const website = formText(form, 'website').slice(0, 300)
  const typed = { rating, words: words.slice(0, 2 * LONGEST_FEEDBACK) }
  if (rating === null) return data({ typed, problem: 'ratingRequired', message: '' } as const, { status: 422 })
  if (words.length > LONGEST_FEEDBACK) return data({ typed, problem: 'tooLong', message: '' } as const, { status: 422 })
  const answer = await context.get(portalApi).giveFeedback({ rating, words, website })
  if (isFailure(answer)) return data({ typed, problem: 'refused', message: answer.message } as const, { status: 422 })
  return redirect(`${PATH}?sent`)
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

export default function FeedbackPage({ loaderData: { texts, isSent }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formAction === PATH
  if (isSent) return <FeedbackThanks texts={texts} />
  const problem = actionData?.problem
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} isNarrow />
      <PageBody isNarrow>
        {problem === 'refused' && <Notification kind="bad">{actionData?.message}</Notification>}
        <Card>
          <Form method="post" noValidate>
            <RatingField
              texts={texts}
              defaultValue={actionData?.typed.rating ?? null}
              problem={problem === 'ratingRequired' ? texts.ratingRequired : undefined}
            />
            <WordsField
              label={texts.wordsLabel}
              hint={texts.wordsHint}
              defaultValue={actionData?.typed.words ?? ''}
              problem={problem === 'tooLong' ? fillText(texts.tooLong, { count: LONGEST_FEEDBACK }) : undefined}
            />
            <HoneypotField label={texts.honeypot} />
            <Button isWide disabled={isBusy}>
              {texts.send}
            </Button>
          </Form>
        </Card>
      </PageBody>
    </>
  )
}
