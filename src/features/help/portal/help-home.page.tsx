import { page } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { HELP_PATH, MAX_SEARCH } from '#shared/help-search.ts'
import { CategoryTiles } from './category-tiles.tsx'
import { HelpColumns } from './help-columns.tsx'
import { HelpHero } from './help-hero.tsx'
import { resultOf } from './help-stage.tsx'
import { HumanHelp } from './human-help.tsx'
import { QuestionList } from '#portal/ui/lists/question-list.tsx'
import SearchBox from './search-box.island.tsx'
import { SEARCH_BOX_TEXTS } from './search-box.tsx'
import { SearchResults } from './search-results.tsx'
import styles from './help-home.module.css'

/** HELP-1, stage 1, and the answer to a search. */
export default page(HELP_PATH, {
  async load(request) {
    const typed = (request.url.searchParams.get('q') ?? '').trim().slice(0, MAX_SEARCH)
    const [texts, faqTexts, searchTexts, documents, ussdTexts, meta, overview, found] = await Promise.all([
      readContent(request, 'getHelp-translation'),
      readContent(request, 'faq-translation'),
      readContent(request, 'search-translation'),
      readContent(request, 'help-documents'),
      readContent(request, 'ussd-translation'),
      readPageMeta(request, HELP_PATH),
      request.api.readOverview(),
      typed === '' ? null : request.api.searchHelp({ text: typed }),
    ])
    const { parents, popular } = resultOf(overview)
    return {
      texts,
      faqTexts,
      searchTexts,
      // Where there is a menu on phones, its codes have a page of their own.
      documents: [...(request.ussdCode === null ? [] : [{ title: ussdTexts.web_title, href: '/gethelp/ussd' }]), ...documents.documents],
      meta,
      topics: parents.filter(({ isSpecial }) => !isSpecial),
      special: parents.filter(({ isSpecial }) => isSpecial),
      popular,
      typed,
      found: found && resultOf(found),
    }
  },
  // Search engines index the questions, not our lists of them.
  tags: ({ meta, found }) => ({ ...meta, isHidden: found !== null }),
  View: ({ data: { texts, faqTexts, searchTexts, documents, topics, special, popular, typed, found } }) => (
    <>
      <HelpHero title={texts.hereToHelp} lead={texts.lead}>
        <SearchBox texts={pickTexts(searchTexts, SEARCH_BOX_TEXTS)} typed={typed} />
      </HelpHero>
      <PageBody>
        {found && (
          <div className={styles.results}>
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
                      <a href={href}>{title}</a>
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
  ),
})
