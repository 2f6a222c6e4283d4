import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { sealingCalls } from './field-encryption.calls.ts'
import { createFieldEncryption } from './field-encryption.ts'

type Deps = { db: Database; clock: Clock; secret: string }

export function composeFieldEncryption({ db, clock, secret }: Deps) {
  const sealing = createFieldEncryption({ db, clock, secret })
  return { sealing, calls: sealingCalls(sealing) }
}
