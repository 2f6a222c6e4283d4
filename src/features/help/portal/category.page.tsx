import { page, type PageRequest, Redirect } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { HELP_PATH } from '#shared/help-search.ts'
import { SPECIAL_CATEGORIES } from '../rules.ts'
import { HelpColumns } from './help-columns.tsx'
import { HelpHeading } from './help-heading.tsx'
import { findStage, helpPageTags, MissingHelp, resultOf, stageManner, stageTags } from './help-stage.tsx'
import { HumanHelp } from './human-help.tsx'
import { QuestionList } from '#portal/ui/lists/question-list.tsx'
import { SiblingChips } from './sibling-chips.tsx'
import { breadcrumbData, StructuredData } from './structured-data.tsx'
import styles from './category.module.css'

const MAX_DESCRIPTION = 300

async function readCategoryStage(request: PageRequest<{ parent: string; category?: string }>) {
  const { parent: parentName, category: categoryName } = request.params
  const special = categoryName ? undefined : SPECIAL_CATEGORIES[parentName]
  if (special) throw new Redirect(special)
  const [texts, faqTexts, answer] = await Promise.all([
    readContent(request, 'getHelp-translation'),
    readContent(request, 'faq-translation'),
    request.api.readCategory({ parent: parentName, ...(categoryName && { category: categoryName }) }),
  ])
  const stage = resultOf(answer)
  const { parent, category } = stage
  const questions = stage.sections.flatMap((section) => section.questions.map(({ question }) => question))
  const tags = await helpPageTags(request, {
    title: category ? `${category.name} – ${parent.name}` : parent.name,
    description: `${parent.description}. ${questions.join(' ')}`.slice(0, MAX_DESCRIPTION),
    path: (category ?? parent).path,
  })
  return { texts, faqTexts, ...stage, tags, publicUrl: request.publicUrl }
}

/** HELP-1, stage 2 (a parent category) and stage 3 (one category in it). */
export default page(`${HELP_PATH}/:parent/:category?`, {
  load: (request) => findStage(request, readCategoryStage(request)),
  tags: stageTags,
  response: stageManner,
  View: ({ data: { found, missing } }) => (missing ? <MissingHelp words={missing} /> : <CategoryView stage={found} />),
})

function CategoryView({ stage }: { stage: Awaited<ReturnType<typeof readCategoryStage>> }) {
  const { texts, faqTexts, parent, category, sections, siblings, popular, publicUrl } = stage
  const help = { name: faqTexts.help, path: HELP_PATH }
  const above = category ? [help, { name: parent.name, path: parent.path }] : [help]
  const shown = category ?? parent
  return (
    <>
      <StructuredData data={breadcrumbData([...above, { name: shown.name, path: shown.path }], publicUrl)} />
      <HelpHeading title={shown.name} lead={category ? parent.name : parent.description} above={above} texts={faqTexts} />
      <PageBody>
        {category && siblings.length > 1 && <SiblingChips label={faqTexts.sameTopic} siblings={siblings} shown={category.path} />}
        <HelpColumns
          aside={
            <>
              {popular.length > 0 && (
                <Card heading={faqTexts.popularQuestions}>
                  <QuestionList questions={popular} opensPageWords={faqTexts.opensPage} />
                </Card>
              )}
              <HumanHelp heading={texts.stillInDoubt} texts={texts} />
            </>
          }
        >
          {sections.map(({ name, path, questions }) => (
            <Card key={path}>
              {!category && (
                <h2 className={styles.section}>
                  <a href={path}>{name}</a>
                </h2>
              )}
              <QuestionList questions={questions} opensPageWords={faqTexts.opensPage} />
            </Card>
          ))}
        </HelpColumns>
      </PageBody>
    </>
  )
}
