import shipped from '#content/version.json' with { type: 'json' }

/** OPS-4: grows with every change of what ships in content/ (scripts/write-content-version.ts). */
export const CONTENT_VERSION = shipped.version

/** How shipped content is stored; decides whether an import replaces it. */
export type StoredSeed = { source: string; seed_version: number | null }

/** What a starting program does with stored content: an editor's version stays, and so does one that a newer program shipped. */
export function seedStep(
  stored: StoredSeed | null,
  { isSame, version }: { isSame: boolean; version: number },
): 'leave' | 'replace' | 'mark' {
  if (!stored) return 'replace'
  const isEditors = stored.source === 'import' && stored.seed_version === null
  if (isEditors || (stored.seed_version ?? 0) > version) return 'leave'
  if (!isSame) return 'replace'
  return stored.seed_version === version ? 'leave' : 'mark'
}
