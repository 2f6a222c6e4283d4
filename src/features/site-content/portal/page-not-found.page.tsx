import { page } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { HELP_PATH, MAX_SEARCH } from '#shared/help-search.ts'
import { ServiceTiles } from '#portal/ui/lists/service-tiles.tsx'
import { Button } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { Drawing } from '#portal/ui/signs/drawing.tsx'
import { SIGNPOST } from '#portal/ui/signs/drawings.ts'
import styles from './page-not-found.module.css'
import { AboutArticle } from './about-article.tsx'

const PATH = '/page-not-found'

/** ROUTE-2: any unknown path shows the about page with status 404, kept out of search engines. */
export default page([PATH, '/*'], {
  async load(request) {
    const [texts, { title }, home, search] = await Promise.all([
      readContent(request, 'about-translation'),
      readPageMeta(request, PATH),
      readContent(request, 'website-homepage-config'),
      readContent(request, 'search-translation'),
    ])
    return { texts, title, home, search }
  },
  tags: ({ title }) => ({ title, isHidden: true }),
  response: () => ({ status: 404, headers: { 'x-robots-tag': 'noindex' } }),
  View: ({ data: { texts, home, search } }) => (
    <AboutArticle title={texts.notFoundTitle} lead={texts.notFoundLead} texts={texts}>
      <div className={styles.sought}>
        <Drawing shapes={SIGNPOST} />
        <form role="search" action={HELP_PATH} className={styles.search}>
          <Field label={texts.notFoundSearch} name="q" input={{ type: 'search', placeholder: search.example, maxLength: MAX_SEARCH }} />
          <Button>{search.search}</Button>
        </form>
      </div>
      <ServiceTiles heading={texts.notFoundServices} tiles={home.tiles} />
    </AboutArticle>
  ),
})
