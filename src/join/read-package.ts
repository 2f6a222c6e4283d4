import type { ContentPackages } from '#portal/texts/content-packages.ts'
import type { Language } from '#shared/language.ts'

export type ReadContent = (name: string, language: Language) => Promise<unknown>

/** A package for what is served beside pages. Its shape was checked when it was taken in. */
export async function readPackage<Name extends keyof ContentPackages>(
  readContent: ReadContent,
  name: Name,
  language: Language,
): Promise<ContentPackages[Name]> {
  return (await readContent(name, language)) as ContentPackages[Name]
}
