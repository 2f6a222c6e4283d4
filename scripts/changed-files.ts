import { execFileSync } from 'node:child_process'

/**
 * Files that differ from the merge base with the main branch, including the working tree. Null when no base is known, as in a fresh
 * clone of main itself: then every file counts as changed. `GUICHET_TEST_BASE` names another base.
 */
export function filesChangedSinceBase(): string[] | null {
  const base = process.env.GUICHET_TEST_BASE ?? mergeBase()
  return base === null ? null : changedSince(base)
}

/** Files that differ from the last commit, those that git does not know yet included. */
export function filesChangedInWorkingTree(): string[] {
  return changedSince('HEAD') ?? []
}

function mergeBase(): string | null {
  const head = git('rev-parse', 'HEAD')
  const bases = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch))
  return bases.find((base) => base !== null && base !== head) ?? null
}

function changedSince(base: string): string[] | null {
  const differing = git('diff', '--name-only', '--diff-filter=d', base)
  const unknown = git('ls-files', '--others', '--exclude-standard')
  if (differing === null || unknown === null) return null
  return [...new Set(`${differing}\n${unknown}`.split('\n').filter(Boolean))]
}

/** Output of git, or null on failure. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
