import { useEffect, useRef } from 'react'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Card } from '#portal/ui/card.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import { HELP_PATH, LONGEST_SEARCH } from '../rules.ts'
import type { Route } from './+types/help-home.page.ts'
import { CategoryTiles } from './category-tiles.tsx'
import { HelpColumns } from './help-columns.tsx'
import { HelpHero } from './help-hero.tsx'
import { HumanHelp } from './human-help.tsx'
import { QuestionList } from './question-list.tsx'
import { readResult } from './read-result.ts'
import { SearchBox } from './search-box.tsx'
import { SearchResults } from './search-results.tsx'
import styles from './help-home.module.css'

/** HELP-1, stage 1, and the answer to a search without script. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(portalApi)
  const typed = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const [texts, faqTexts, searchTexts, documents, meta, overview, found] = await Promise.all([
    readContent(context, 'getHelp-translation'),
    readContent(context, 'faq-translation'),
    readContent(context, 'search-translation'),
    readContent(context, 'help-documents'),
    readPageMeta(context, HELP_PATH),
    api.readOverview(),
    typed === '' ? null : api.searchHelp({ text: typed }),
  ])
  const { parents, popular } = await readResult(context, overview)
  return {
    texts,
    faqTexts,
    searchTexts,
    documents: documents.documents,
    meta,
    topics: parents.filter(({ isSpecial }) => !isSpecial),
    special: parents.filter(({ isSpecial }) => isSpecial),
    popular,
    typed,
    found: found && (await readResult(context, found)),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...metaTags(loaderData?.meta),
  // Search engines index the questions, not our lists of them.
  ...(loaderData?.found ? [{ name: 'robots', content: 'noindex' }] : []),
]

export default function HelpHomePage({ loaderData }: Route.ComponentProps) {
  const { texts, faqTexts, searchTexts, documents, topics, special, popular, typed, found } = loaderData
  const results = useFocusOnNewSearch(typed)
  return (
    <>
      <HelpHero title={texts.hereToHelp} lead={texts.lead}>
        <SearchBox key={typed} texts={searchTexts} typed={typed} />
      </HelpHero>
      <PageBody>
        {found && (
          <div ref={results} tabIndex={-1} className={styles.results}>
            <SearchResults typed={typed} found={found} texts={searchTexts} opensPageWords={faqTexts.opensPage} />
          </div>
        )}
        <section aria-labelledby="topics" className={found ? styles.after : undefined}>
          <h2 id="topics">{faqTexts.categories}</h2>
          <CategoryTiles categories={topics} />
        </section>
        <HelpColumns
          aside={
            <>
              <HumanHelp heading={faqTexts.callUs} look="quiet" texts={texts} />
              <Card heading={faqTexts.documents}>
                <ul className={styles.documents}>
                  {documents.map(({ title, href }) => (
                    <li key={href}>
                      <PlaceLink href={href}>{title}</PlaceLink>
                    </li>
                  ))}
                </ul>
              </Card>
            </>
          }
        >
          <Card heading={faqTexts.popularQuestions}>
            <QuestionList questions={popular} opensPageWords={faqTexts.opensPage} />
          </Card>
        </HelpColumns>
        <section aria-labelledby="reach-us" className={styles.after}>
          <h2 id="reach-us">{faqTexts.reachUs}</h2>
          <CategoryTiles categories={special} isOneRow />
        </section>
      </PageBody>
    </>
  )
}

/** After a search without a page load, whoever listens or uses the keyboard goes on from what was found. */
function useFocusOnNewSearch(typed: string) {
  const results = useRef<HTMLDivElement>(null)
  const shown = useRef(typed)
  useEffect(() => {
    if (shown.current === typed) return
    shown.current = typed
    results.current?.focus()
  }, [typed])
  return results
}
