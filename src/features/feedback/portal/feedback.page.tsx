import { fillText } from '#shared/fill-text.ts'
import { moneyTextLang } from '#shared/language-review.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, Redirect } from '#portal/page/page.ts'
import { HoneypotField } from '#portal/ui/fields/honeypot-field.tsx'
import { readContent } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { MAX_FEEDBACK, ratingOf } from '../rules.ts'
import { FeedbackThanks } from './feedback-thanks.tsx'
import { RatingField } from './rating-field.tsx'
import { WordsField } from './words-field.tsx'

const PATH = '/give_your_feedback'

type FeedbackAnswer = { rating: number | null; words: string; problem: 'ratingRequired' | 'tooLong' | 'refused'; message: string }

/** ROUTE-3: a rating and a few words, by a form that needs no script. */
export default page(PATH, {
  isAboutMoney: false,
  async load(request) {
    const texts = await readContent(request, 'feedback-translation')
    return {
      texts,
      hintLang: moneyTextLang(request.language, 'feedback-translation/wordsHint'),
      isSent: request.url.searchParams.has('sent'),
    }
  },
  async action(request, form): Promise<Redirect | { redisplay: FeedbackAnswer }> {
    const rating = ratingOf(formText(form, 'rating'))
    // A line break is two characters when posted and one while typing.
    const words = formText(form, 'words').replace(/\r\n/g, '\n')
    const website = formText(form, 'website').slice(0, 300)
    // Text for redisplay is stored masked like the opinion itself: without card numbers, codes and contact details.
    const typed = { rating, words: maskSecrets(words.slice(0, 3 * MAX_FEEDBACK)).slice(0, 2 * MAX_FEEDBACK) }
    if (rating === null) return { redisplay: { ...typed, problem: 'ratingRequired', message: '' } }
    if (words.length > MAX_FEEDBACK) return { redisplay: { ...typed, problem: 'tooLong', message: '' } }
    const answer = await request.api.giveFeedback({ rating, words, website })
    if (isFailure(answer)) return { redisplay: { ...typed, problem: 'refused', message: answer.message } }
    return new Redirect(`${PATH}?sent`)
  },
  View({ data: { texts, hintLang, isSent }, answer }) {
    if (isSent) return <FeedbackThanks texts={texts} />
    const problem = answer?.problem
    return (
      <>
        <PageHeading title={texts.title} lead={texts.lead} />
        <PageBody isNarrow>
          {problem === 'refused' && <Notification kind="bad">{answer?.message}</Notification>}
          <Card>
            <FieldsForm noValidate>
              <RatingField
                texts={texts}
                defaultValue={answer?.rating ?? null}
                problem={problem === 'ratingRequired' ? texts.ratingRequired : undefined}
              />
              <WordsField
                label={texts.wordsLabel}
                hint={<span lang={hintLang}>{texts.wordsHint}</span>}
                defaultValue={answer?.words ?? ''}
                problem={problem === 'tooLong' ? fillText(texts.tooLong, { count: MAX_FEEDBACK }) : undefined}
              />
              <HoneypotField label={texts.honeypot} />
              <Button isWide>{texts.send}</Button>
            </FieldsForm>
          </Card>
        </PageBody>
      </>
    )
  },
})
