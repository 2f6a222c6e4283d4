import type { Language } from '#shared/language.ts'

/** OFF-5: one URL for each language, so that caches cannot mix them up. Served by the portal itself, even when built files are not. */
export const manifestPath = (language: Language): string => `/app-${language}.webmanifest`

type Words = { name: string; shortName: string; description: string }

/** What a phone needs to put the portal on its home screen. Both languages are one app. */
export function appManifest({ name, shortName, description }: Words, { language, night }: { language: Language; night: string }): object {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    lang: language,
    dir: 'ltr',
    name,
    short_name: shortName,
    description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The colour that every page begins with.
    theme_color: night,
    background_color: night,
    icons: [icon('app-192', 192, 'any'), icon('app-512', 512, 'any'), icon('app-whole-512', 512, 'maskable')],
  }
}
