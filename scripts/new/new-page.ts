import { PAGE_TABLE } from '../../src/composition/page-table.ts'
import { addBefore, addEntry } from './edit-source.ts'
import type { Skeleton } from './skeleton.ts'
import type { NameWords } from './words-of-name.ts'

/** An information page with its texts in both languages and a journey. */
export function newPage(words: NameWords): Skeleton {
  const { kebab } = words
  const address = `/${kebab}`
  if (Object.hasOwn(PAGE_TABLE, address)) throw new Error(`${address} is a page already`)
  const texts = `${kebab}-translation`
  return {
    made: {
      [`src/features/${kebab}/portal/${kebab}.page.tsx`]: page(words, address, texts),
      [`content/fr/${texts}.json`]: textsOf(words, 'à écrire'),
      [`content/en/${texts}.json`]: textsOf(words, 'to be written'),
      [`tests/journeys/${kebab}.journey.ts`]: journey(words, address),
    },
    changed: {
      'src/composition/page-table.ts': (source) =>
        addBefore(source, "  '/about':", `  '${address}': 'features/${kebab}/portal/${kebab}.page.tsx',\n`),
      'src/features/site-content/content-packages.ts': (source) =>
        addEntry(source, 'export type ContentPackages', `  '${texts}': typeof import('#content/en/${texts}.json')`),
      'content/fr/meta-data-config.json': (source) => withTitle(source, address, words, 'À écrire.'),
      'content/en/meta-data-config.json': (source) => withTitle(source, address, words, 'To be written.'),
      'tests/support/pages-under-test.ts': (source) => addEntry(source, 'export const PAGES', `  { path: '${address}', kind: 'form' },`),
    },
    scripts: [],
    next: [
      `content/fr/${texts}.json, content/en/${texts}.json, and title and description in meta-data-config.json of both: what visitors read`,
      `src/features/${kebab}: what the page loads and shows; what needs script is an island (decision 0030)`,
      'what it asks of the server: a call, declared and implemented as CONTRIBUTING.md says ("Add a call")',
      `tests/journeys/${kebab}.journey.ts: the walk of a visitor, with and without script`,
      'a way to the page: a tile of the home page, or a link of the menu (content)',
    ],
  }
}

function page({ title }: NameWords, address: string, texts: string): string {
  return `import { page } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'

/** ${title}: what it is for. */
export default page('${address}', {
  load: (request) => readContent(request, '${texts}'),
  View: ({ data: texts }) => (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <PageBody>
        <p>{texts.text}</p>
      </PageBody>
    </>
  ),
})
`
}

function textsOf({ title }: NameWords, words: string): string {
  return `${JSON.stringify({ title, lead: words, text: words }, null, 2)}\n`
}

function withTitle(source: string, address: string, { title }: NameWords, description: string): string {
  const meta = JSON.parse(source) as { pages: Record<string, { title: string; description: string }> }
  return `${JSON.stringify({ ...meta, pages: { ...meta.pages, [address]: { title, description } } }, null, 2)}\n`
}

function journey({ title }: NameWords, address: string): string {
  return `import { expect, test } from '../support/journey.ts'

for (const isScripted of [true, false]) {
  test.describe(isScripted ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: isScripted })

    test('${title}: the page says what it is for', async ({ page }) => {
      await page.goto('${address}')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('${title}')
    })
  })
}
`
}
