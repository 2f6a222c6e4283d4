import { COUNTRY } from '#shared/operator.ts'
import { isFailure } from '#shared/failure.ts'
import { page, PageFailure } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { ALL_HELP_PATH } from '../rules.ts'
import { Answer } from './answer.tsx'
import styles from '#portal/ui/lists/disclosure.module.css'

type Entry = { questionId: string; question: string; answer: string }

/** OFF-5: every answer on one page, fetched for offline use. It is the same at any hour. */
export default page(ALL_HELP_PATH, {
  async load(request) {
    const [texts, faqs] = await Promise.all([readContent(request, 'getHelp-translation'), request.api.readFaqs({ opco: COUNTRY.code })])
    if (isFailure(faqs)) throw new PageFailure(503, faqs.message)
    const topics = new Map<string, Entry[]>()
    for (const { parentCategory, questionId, question, answer, href } of faqs.result)
      // What opens another page has no answer of its own.
      if (href === 'href') topics.set(parentCategory, [...(topics.get(parentCategory) ?? []), { questionId, question, answer }])
    return { texts, topics: [...topics] }
  },
  View: ({ data: { texts, topics } }) => (
    <>
      <PageHeading title={texts.allTitle} lead={texts.allLead} />
      <PageBody isNarrow>
        {topics.map(([topic, questions]) => (
          <Card key={topic} heading={topic}>
            {questions.map(({ questionId, question, answer }) => (
              <details key={questionId} className={styles.part}>
                <summary>{question}</summary>
                {/* Inside: an address that ends in it opens the question. */}
                <div id={`q${questionId}`}>
                  <Answer html={answer} />
                </div>
              </details>
            ))}
          </Card>
        ))}
      </PageBody>
    </>
  ),
})
