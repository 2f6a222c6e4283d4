/** What is to be written: new files, changes of files that are there, and what is left for a person. */
export type Skeleton = {
  made: Record<string, string>
  changed: Record<string, (source: string) => string>
  /** Scripts that write pages from the sources. */
  scripts: string[]
  next: string[]
}
