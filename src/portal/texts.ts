import type { RouterContextProvider } from 'react-router'
import type { ContentPackages } from './content-packages.ts'
import { surroundings } from './page-context.ts'
import type { PageRequest, PageTags } from './page/page.ts'

/** A page that the client router still drives knows its surroundings by a context. */
type Context = Readonly<RouterContextProvider> | PageRequest

function surroundingsOf(context: Context): Pick<PageRequest, 'content' | 'publicUrl'> {
  return 'api' in context ? context : context.get(surroundings)
}

/** A content package in the visitor's language, typed by the English file that ships with the portal. */
export async function readContent<Name extends keyof ContentPackages>(context: Context, name: Name): Promise<ContentPackages[Name]> {
  // Editors cannot import a package that lacks a text of the file it is typed by.
  return (await surroundingsOf(context).content(name)) as ContentPackages[Name]
}

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
