import { GroupIndex } from './group-index.ts'
import { createJournalFile, type Change, type JournalFile, type Tables } from './journal-file.ts'

/** Records are replaced, never edited: read one, put another. */
export type Collection<T> = {
  get(key: string): T | undefined
  put(key: string, record: T): void
  remove(key: string): void
  all(): T[]
  /** The records that share a group name, oldest first. Needs `groupBy` when the collection is opened. */
  group(name: string): T[]
  readonly size: number
}

export type Store = {
  collection<T>(name: string, options?: { groupBy: (record: T) => string }): Collection<T>
  /** All changes made by `work` reach the journal as one line, or none of them happens. */
  together<R>(work: () => R): R
  clear(): void
  close(): void
}

/**
 * Memory plus an append-only file. Each change is handed to the operating system before the caller goes on, so kill -9 loses nothing;
 * a power cut may, which a pretend world can bear. Without a folder nothing is written.
 */
export function createStore(folder: string | undefined): Store {
  return new JournalStore(folder === undefined ? null : createJournalFile(folder))
}

class JournalStore implements Store {
  readonly #journal: JournalFile | null
  readonly #tables: Tables
  readonly #indexes = new Map<string, GroupIndex>()
  #batch: { changes: Change[]; undo: (() => void)[] } | null = null

  constructor(journal: JournalFile | null) {
    this.#journal = journal
    this.#tables = journal?.tables ?? new Map()
  }

  collection<T>(name: string, options?: { groupBy: (record: T) => string }): Collection<T> {
    const table = this.#table(name) as Map<string, T>
    // Reopening a collection is cheap: its index exists already.
    if (options && !this.#indexes.has(name)) this.#indexes.set(name, new GroupIndex(table, options.groupBy as (record: unknown) => string))
    return {
      get: (key) => table.get(key),
      put: (key, record) => this.#change(name, key, record),
      remove: (key) => this.#change(name, key, undefined),
      all: () => [...table.values()],
      group: (group) => (this.#indexes.get(name)?.records(group) ?? []) as T[],
      get size() {
        return table.size
      },
    }
  }

  together<R>(work: () => R): R {
    if (this.#batch) return work()
    const batch: { changes: Change[]; undo: (() => void)[] } = { changes: [], undo: [] }
    this.#batch = batch
    try {
      const result = work()
      this.#batch = null
      if (batch.changes.length > 0) this.#journal?.append(['together', batch.changes])
      return result
    } catch (error) {
      this.#batch = null
      for (const undo of batch.undo.toReversed()) undo()
      throw error
    }
  }

  clear(): void {
    const before = Array.from(this.#tables, ([name, table]) => [name, [...table]] as const)
    for (const [name, table] of this.#tables) {
      table.clear()
      this.#indexes.get(name)?.rebuild()
    }
    this.#note(['clear'], () => {
      for (const [name, records] of before) for (const [key, record] of records) this.#set(name, key, record)
    })
  }

  close(): void {
    this.#journal?.close()
  }

  #change(name: string, key: string, next: unknown): void {
    const before = this.#table(name).get(key)
    if (next === undefined && before === undefined) return
    this.#set(name, key, next)
    this.#note(next === undefined ? ['remove', name, key] : ['put', name, key, next], () => this.#set(name, key, before))
  }

  #note(change: Change, undo: () => void): void {
    if (!this.#batch) return this.#journal?.append(change)
    this.#batch.changes.push(change)
    this.#batch.undo.push(undo)
  }

  #set(name: string, key: string, next: unknown): void {
    const table = this.#table(name)
    this.#indexes.get(name)?.change({ key, before: table.get(key), next })
    if (next === undefined) table.delete(key)
    else table.set(key, next)
  }

  #table(name: string): Map<string, unknown> {
    const known = this.#tables.get(name)
    if (known) return known
    const table = new Map<string, unknown>()
    this.#tables.set(name, table)
    return table
  }
}
