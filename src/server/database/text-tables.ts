import type { ColumnType, Generated } from 'kysely'

type Fields = Readonly<Record<string, string>>

/** CON-7: what editors wrote. */
export type TextTables = {
  text_edition: {
    id: Generated<number>
    text_id: ColumnType<string, string, never>
    number: ColumnType<number, number, never>
    state: 'draft' | 'review' | 'scheduled' | 'published' | 'withdrawn'
    revision: number
    texts: ColumnType<Fields, string, string>
    base: ColumnType<Fields, string, string>
    brings_back: number | null
    is_restore: Generated<boolean>
    author_ids: string[]
    author_name: string
    written_at: Date
    approved_by: string | null
    approved_name: string | null
    approved_at: Date | null
    publish_at: Date | null
    published_at: Date | null
    note: string | null
  }
}
