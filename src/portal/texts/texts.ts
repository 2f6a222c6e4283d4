import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { PageRequest, PageTags } from '../page/page.ts'

/** A content package in the visitor's language, typed by the English file that ships with the portal. */
export async function readContent<Name extends keyof ContentPackages>(
  request: Pick<PageRequest, 'content'>,
  name: Name,
): Promise<ContentPackages[Name]> {
  // The import of a package fails when it lacks a text of its English file.
  return (await request.content(name)) as ContentPackages[Name]
}

export type PageMeta = Required<Omit<PageTags, 'isHidden'>>

export async function readPageMeta(request: PageRequest, path: string): Promise<PageMeta> {
  const { siteName, description, pages } = await readContent(request, 'meta-data-config')
  const page = pages[path]
  return {
    title: page ? `${page.title} · ${siteName}` : siteName,
    description: page?.description ?? description,
    canonical: new URL(path, request.publicUrl).href,
  }
}
