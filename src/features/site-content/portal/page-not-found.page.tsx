import { page } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { AboutArticle } from './about-article.tsx'

const PATH = '/page-not-found'

/** ROUTE-2: any unknown path shows the about page with status 404, kept out of search engines. */
export default page([PATH, '/*'], {
  async load(request) {
    const [texts, { title }] = await Promise.all([readContent(request, 'about-translation'), readPageMeta(request, PATH)])
    return { texts, title }
  },
  tags: ({ title }) => ({ title, isHidden: true }),
  manner: () => ({ status: 404, headers: { 'x-robots-tag': 'noindex' } }),
  View: ({ data: { texts } }) => <AboutArticle title={texts.notFoundTitle} lead={texts.notFoundLead} texts={texts} />,
})
