import { page } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { AboutArticle } from './about-article.tsx'

export default page('/about', {
  async load(request) {
    const [texts, tags] = await Promise.all([readContent(request, 'about-translation'), readPageMeta(request, '/about')])
    return { texts, tags }
  },
  tags: ({ tags }) => tags,
  View: ({ data: { texts } }) => <AboutArticle title={texts.title} lead={texts.lead} texts={texts} />,
})
