import { Link, redirect } from 'react-router'
import { portalApi, surroundings } from '#portal/page-context.ts'
import { readContent } from '#portal/texts.ts'
import { Card } from '#portal/ui/card.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { HELP_PATH, SPECIAL_CATEGORIES } from '../rules.ts'
import type { Route } from './+types/category.page.ts'
import { FROM_HELP } from './from-help.ts'
import { HelpColumns } from './help-columns.tsx'
import { HelpHeading } from './help-heading.tsx'
import { HumanHelp } from './human-help.tsx'
import { helpHeaders, helpTags, MissingHelp } from './missing-help.tsx'
import { QuestionList } from './question-list.tsx'
import { helpPageMeta, readResult } from './read-result.ts'
import { SiblingChips } from './sibling-chips.tsx'
import { breadcrumbData, StructuredData } from './structured-data.tsx'
import styles from './category.module.css'

export { MissingHelp as ErrorBoundary }
export const headers = helpHeaders

/** HELP-1, stage 2 (a parent category) and stage 3 (one category in it). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const special = params.category === undefined ? SPECIAL_CATEGORIES[params.parent] : undefined
  if (special) throw redirect(special)
  const [texts, faqTexts, answer] = await Promise.all([
    readContent(context, 'getHelp-translation'),
    readContent(context, 'faq-translation'),
    context.get(portalApi).readCategory({
      parent: params.parent,
      ...(params.category === undefined ? {} : { category: params.category }),
    }),
  ])
  const stage = await readResult(context, answer)
  const { parent, category } = stage
  const shown = category ?? parent
  const meta = await helpPageMeta(context, {
    title: category ? `${category.name} – ${parent.name}` : parent.name,
    description:
      `${parent.description}. ${stage.sections.flatMap(({ questions }) => questions.map(({ question }) => question)).join(' ')}`.slice(
        0,
        300,
      ),
    path: shown.path,
  })
  return { texts, faqTexts, stage, meta, publicUrl: context.get(surroundings).publicUrl }
}

export const meta: Route.MetaFunction = helpTags

export default function CategoryPage({ loaderData: { texts, faqTexts, stage, publicUrl } }: Route.ComponentProps) {
  const { parent, category, sections, siblings, popular } = stage
  const help = { name: faqTexts.help, path: HELP_PATH }
  const above = category ? [help, { name: parent.name, path: parent.path }] : [help]
  const shown = category ?? parent
  return (
    <>
      <StructuredData key={shown.path} data={breadcrumbData([...above, { name: shown.name, path: shown.path }], publicUrl)} />
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
                  <Link to={path} state={FROM_HELP}>
                    {name}
                  </Link>
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
