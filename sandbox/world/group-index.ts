/** Finds the records of a table that share a group name, in the order in which they were first put. */
export class GroupIndex {
  readonly #table: Map<string, unknown>
  readonly #groupBy: (record: unknown) => string
  readonly #groups = new Map<string, Map<string, unknown>>()

  constructor(table: Map<string, unknown>, groupBy: (record: unknown) => string) {
    this.#table = table
    this.#groupBy = groupBy
    this.rebuild()
  }

  rebuild(): void {
    this.#groups.clear()
    for (const [key, record] of this.#table) this.change({ key, before: undefined, next: record })
  }

  change({ key, before, next }: { key: string; before: unknown; next: unknown }): void {
    const from = before === undefined ? undefined : this.#groupBy(before)
    const to = next === undefined ? undefined : this.#groupBy(next)
    if (from !== undefined && from !== to) this.#groups.get(from)?.delete(key)
    if (to === undefined) return
    const group = this.#groups.get(to) ?? new Map<string, unknown>()
    group.set(key, next)
    this.#groups.set(to, group)
  }

  records(group: string): unknown[] {
    return [...(this.#groups.get(group)?.values() ?? [])]
  }
}
