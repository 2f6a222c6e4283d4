import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '../rules.ts'

export type ShopRow = Shop & { postalCode: string }

export async function readShops(db: Database): Promise<ShopRow[]> {
  const rows = await db.selectFrom('shop').selectAll().orderBy('number').execute()
  return rows.map(({ postal_code: postalCode, opening_hours: openingHours, ...row }) => ({ ...row, postalCode, openingHours }))
}

export async function replaceShops(db: Database, shops: readonly ShopRow[]): Promise<void> {
  await db.deleteFrom('shop').execute()
  await sql`
    insert into shop (number, kind, name, town, quarter, address, postal_code, phone, latitude, longitude, opening_hours, services)
    select number, kind, name, town, quarter, address, "postalCode", phone, latitude, longitude, "openingHours", services
    from jsonb_to_recordset(${JSON.stringify(shops)}::jsonb) as given (
      number integer, kind text, name text, town text, quarter text, address text, "postalCode" text, phone text,
      latitude double precision, longitude double precision, "openingHours" text, services text[]
    )`.execute(db)
}
