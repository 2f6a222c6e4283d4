import { page } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { AboutArticle } from './about-article.tsx'

export default page('/about', {
  load: (request) => readContent(request, 'about-translation'),
  View: ({ data: texts }) => <AboutArticle title={texts.title} lead={texts.lead} texts={texts} />,
})
