import { OPERATOR } from '#operator-record'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Drawing } from '#portal/ui/signs/drawing.tsx'
import { DuneStrip } from '#portal/ui/signs/dune-strip.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'

/** Shown after an opinion is sent, with the contact for visitors who need an answer. */
export function FeedbackThanks({ texts }: { texts: ContentPackages['feedback-translation'] }) {
  return (
    <>
      <DuneStrip />
      <PageBody>
        <Card isCentred>
          {OPERATOR.look.journey ? <Drawing {...OPERATOR.look.journey} /> : <Stamp kind="good" />}
          <h1>{texts.thanksTitle}</h1>
          <p>{texts.thanksLead}</p>
          <ButtonLink href="/">{texts.home}</ButtonLink>
        </Card>
        <Card heading={texts.needAnswer}>
          <p>{texts.needAnswerHelp}</p>
          <ButtonLink href="/contact-us" look="quiet" isSmall>
            {texts.contact}
          </ButtonLink>
        </Card>
      </PageBody>
    </>
  )
}
