import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { Language } from '#shared/language.ts'

export type ReadContent = (name: string, language: Language) => Promise<unknown>

/** A package for responses other than pages. Its shape was validated at import. */
export async function readPackage<Name extends keyof ContentPackages>(
  readContent: ReadContent,
  name: Name,
  language: Language,
): Promise<ContentPackages[Name]> {
  return (await readContent(name, language)) as ContentPackages[Name]
}

/** Something for each of these languages, by language. */
export async function inEach<Of>(languages: readonly Language[], read: (language: Language) => Promise<Of>): Promise<Record<Language, Of>> {
  return Object.fromEntries(await Promise.all(languages.map(async (language) => [language, await read(language)] as const)))
}
