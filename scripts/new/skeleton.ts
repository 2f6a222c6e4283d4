/** A plan: new files, changes of existing files, and remaining manual steps. */
export type Skeleton = {
  made: Record<string, string>
  /** New files that are copies, each with its source. */
  copied?: Record<string, string>
  changed: Record<string, (source: string) => string>
  /** Scripts that generate pages from the sources. */
  scripts: string[]
  next: string[]
}
