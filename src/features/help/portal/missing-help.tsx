import { isRouteErrorResponse, useRouteError } from 'react-router'
import { BRAND } from '#shared/brand.ts'
import { metaTags, type PageMeta } from '#portal/texts.ts'
import { ButtonLink } from '#portal/ui/button.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import type { MissingHelp as Words } from './read-result.ts'

/** Shown instead of a stage or question that does not exist; any other failure is the frame's to show. */
export function MissingHelp() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  const words = error.data as Words
  return (
    <>
      <PageHeading title={words.missingTitle} lead={words.missingLead} />
      <PageBody>
        <p>
          <ButtonLink href="/gethelp">{words.toHelp}</ButtonLink>
        </p>
      </PageBody>
    </>
  )
}

/** The head of a help page: its own when it exists, else the title of the page that says it does not. */
export function helpTags({ loaderData, error }: { loaderData: { meta: PageMeta } | undefined; error?: unknown }) {
  if (loaderData) return metaTags(loaderData.meta)
  const title = isRouteErrorResponse(error) && error.status === 404 ? (error.data as Words).missingTitle : BRAND.name
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

/** React Router passes a page's headers on only when the page says so. */
export function helpHeaders({ errorHeaders, loaderHeaders }: { errorHeaders?: Headers | undefined; loaderHeaders: Headers }) {
  return errorHeaders ?? loaderHeaders
}
