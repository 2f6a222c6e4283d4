import { isFailure, type Failure } from '#shared/failure.ts'
import { type ResponseOptions, type PageRequest, type PageTags, PageFailure } from '#portal/page/page.ts'
import { readContent, type PageMeta } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { HELP_PATH } from '#shared/help-search.ts'

type MissingWords = { missingTitle: string; missingLead: string; toHelp: string }

/** A stage or question of the help centre, or a not-found page. */
export type HelpStage<Found> = { found: Found; missing: null } | { found: null; missing: MissingWords }

class NoSuchHelp extends PageFailure {}

/** The result of a help-centre call; inside `findStage` a missing stage becomes the not-found page. */
export function resultOf<Answer extends { result: unknown }>(answer: Answer | Failure): Answer['result'] {
  if (!isFailure(answer)) return answer.result
  if (answer.code !== 'not-found' && answer.code !== 'bad-request') throw new PageFailure(503, answer.message)
  throw new NoSuchHelp(404, answer.message)
}

export async function findStage<Found>(request: PageRequest, reading: Promise<Found>): Promise<HelpStage<Found>> {
  try {
    return { found: await reading, missing: null }
  } catch (thrown) {
    if (!(thrown instanceof NoSuchHelp)) throw thrown
    const { missingTitle, missingLead, toHelp } = await readContent(request, 'getHelp-translation')
    return { found: null, missing: { missingTitle, missingLead, toHelp } }
  }
}

/** The tags of a help page, or those of the not-found page. */
export function stageTags({ found, missing }: HelpStage<{ tags: PageTags }>): PageTags {
  return found ? found.tags : { title: missing.missingTitle, isHidden: true }
}

export function stageManner({ missing }: HelpStage<unknown>): ResponseOptions {
  return missing ? { status: 404, headers: { 'x-robots-tag': 'noindex' } } : {}
}

export function MissingHelp({ words }: { words: MissingWords }) {
  return (
    <>
      <PageHeading title={words.missingTitle} lead={words.missingLead} />
      <PageBody>
        <p>
          <ButtonLink href={HELP_PATH}>{words.toHelp}</ButtonLink>
        </p>
      </PageBody>
    </>
  )
}

/** Title, description and URL of a page named by the help centre's content. */
export async function helpPageTags(request: PageRequest, page: { title: string; description: string; path: string }): Promise<PageMeta> {
  const { siteName } = await readContent(request, 'meta-data-config')
  return { title: `${page.title} · ${siteName}`, description: page.description, canonical: new URL(page.path, request.publicUrl).href }
}
