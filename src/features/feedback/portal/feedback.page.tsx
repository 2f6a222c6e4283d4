import { fillText } from '#shared/fill-text.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { page } from '#portal/page/page.ts'
import { Redirect } from '#portal/page/redirect.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { LONGEST_FEEDBACK, ratingOf } from '../rules.ts'
import { FeedbackThanks } from './feedback-thanks.tsx'
import { HoneypotField } from './honeypot-field.tsx'
import { RatingField } from './rating-field.tsx'
import { WordsField } from './words-field.tsx'

const PATH = '/give_your_feedback'

type FeedbackAnswer = { rating: number | null; words: string; problem: 'ratingRequired' | 'tooLong' | 'refused'; message: string }

/** ROUTE-3: a rating and a few words, by a form that needs no script. */
export default page(PATH, {
  async load(request) {
    const [texts, tags] = await Promise.all([readContent(request, 'feedback-translation'), readPageMeta(request, PATH)])
    return { texts, tags, isSent: request.url.searchParams.has('sent') }
  },
  async act(request, form): Promise<Redirect | { again: FeedbackAnswer }> {
    const rating = ratingOf(formText(form, 'rating'))
    // A browser counts a line break as two signs when it posts and as one while typing.
    const words = formText(form, 'words').replace(/\r\n/g, '\n')
    const website = formText(form, 'website').slice(0, 300)
    // What waits to be shown again is kept as the opinion itself would be: without card numbers, codes and ways to reach somebody.
    const typed = { rating, words: maskSecrets(words.slice(0, 3 * LONGEST_FEEDBACK)).slice(0, 2 * LONGEST_FEEDBACK) }
    if (rating === null) return { again: { ...typed, problem: 'ratingRequired', message: '' } }
    if (words.length > LONGEST_FEEDBACK) return { again: { ...typed, problem: 'tooLong', message: '' } }
    const answer = await request.api.giveFeedback({ rating, words, website })
    if (isFailure(answer)) return { again: { ...typed, problem: 'refused', message: answer.message } }
    return new Redirect(`${PATH}?sent`)
  },
  tags: ({ tags }) => tags,
  View({ data: { texts, isSent }, answer }) {
    if (isSent) return <FeedbackThanks texts={texts} />
    const problem = answer?.problem
    return (
      <>
        <PageHeading title={texts.title} lead={texts.lead} isNarrow />
        <PageBody isNarrow>
          {problem === 'refused' && <Notification kind="bad">{answer?.message}</Notification>}
          <Card>
            <form method="post" noValidate>
              <RatingField
                texts={texts}
                defaultValue={answer?.rating ?? null}
                problem={problem === 'ratingRequired' ? texts.ratingRequired : undefined}
              />
              <WordsField
                label={texts.wordsLabel}
                hint={texts.wordsHint}
                defaultValue={answer?.words ?? ''}
                problem={problem === 'tooLong' ? fillText(texts.tooLong, { count: LONGEST_FEEDBACK }) : undefined}
              />
              <HoneypotField label={texts.honeypot} />
              <Button isWide>{texts.send}</Button>
            </form>
          </Card>
        </PageBody>
      </>
    )
  },
})
