import type { RouterContextProvider } from 'react-router'
import { isFailure } from '#shared/reply.ts'
import { pageUrlOf } from '#features/site-content/rules.ts'
import type { ContentPackages } from './content-packages.ts'
import { portalApi, surroundings } from './page-context.ts'
import type { PageRequest, PageTags } from './page/page.ts'
import { PageFailure } from './page/page-failure.ts'

/** A page that the client router still drives knows its surroundings by a context. */
type Context = Readonly<RouterContextProvider> | PageRequest

function surroundingsOf(context: Context): Pick<PageRequest, 'api' | 'language' | 'publicUrl'> {
  return 'api' in context ? context : { api: context.get(portalApi), ...context.get(surroundings) }
}

/** A content package in the visitor's language, typed by the English file that ships with the portal. */
export async function readContent<Name extends keyof ContentPackages>(context: Context, name: Name): Promise<ContentPackages[Name]> {
  const { api, language } = surroundingsOf(context)
  const answer = await api.readActivePackage({ opco: 'NE', pageUrl: pageUrlOf(name, language) })
  if (isFailure(answer)) throw new PageFailure(503, answer.message)
  const content = parsedPackages.get(answer) ?? JSON.parse(answer.result.packageHtml)
  parsedPackages.set(answer, content)
  return content as ContentPackages[Name]
}

/** Pages get the same answer object while the content stays the same, and only read from what it holds. */
const parsedPackages = new WeakMap<object, unknown>()

export type PageMeta = Required<Omit<PageTags, 'isHidden'>>

export async function readPageMeta(context: Context, path: string): Promise<PageMeta> {
  const { siteName, description, pages } = await readContent(context, 'meta-data-config')
  const page = pages[path]
  return {
    title: page ? `${page.title} · ${siteName}` : siteName,
    description: page?.description ?? description,
    canonical: new URL(path, surroundingsOf(context).publicUrl).href,
  }
}

/** The descriptors React Router turns into the head of a page. */
export function metaTags(meta: PageMeta | undefined) {
  if (!meta) return []
  return [
    { title: meta.title },
    { name: 'description', content: meta.description },
    { property: 'og:title', content: meta.title },
    { property: 'og:description', content: meta.description },
    { tagName: 'link' as const, rel: 'canonical', href: meta.canonical },
  ]
}
