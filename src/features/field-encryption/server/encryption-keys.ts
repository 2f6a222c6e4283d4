import { createPrivateKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'

/** The key pairs for encrypted values, shared by all replicas. */
export type EncryptionKeys = {
  current(): Promise<{ id: string; publicKey: string }>
  /** Null for a key that never existed or is retired. */
  privateKey(id: string): Promise<KeyObject | null>
  /** Begins a new key; the one before it stays usable for `overlapSeconds`. */
  rotate(): Promise<void>
}

const KEY_BITS = 3072
const makeKeyPair = promisify(generateKeyPair)

export function createEncryptionKeys({
  db,
  clock,
  overlapSeconds,
}: {
  db: Database
  clock: Clock
  overlapSeconds: number
}): EncryptionKeys {
  const opened = new Map<string, KeyObject>()

  const findCurrent = () => db.selectFrom('sealing_key').select(['id', 'public_key']).where('retires_at', 'is', null).executeTakeFirst()

  /** Replicas that create a key at the same moment end up with one: a unique index allows a single current key. */
  async function addKey({ retiresOthers }: { retiresOthers: boolean }): Promise<void> {
    const pair = await makeKeyPair('rsa', {
      modulusLength: KEY_BITS,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const now = clock.now()
    const retiresAt = new Date(now.getTime() + overlapSeconds * 1000)
    await db.transaction().execute(async (tx) => {
      if (retiresOthers) await tx.updateTable('sealing_key').set({ retires_at: retiresAt }).where('retires_at', 'is', null).execute()
      await tx
        .insertInto('sealing_key')
        .values({
          id: randomBytes(4).toString('hex'),
          private_key: pair.privateKey,
          public_key: pair.publicKey.toString('base64'),
          created_at: now,
          retires_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  }

  return {
    async current() {
      if (!(await findCurrent())) await addKey({ retiresOthers: false })
      const key = await findCurrent()
      if (!key) throw new Error('no sealing key could be made')
      return { id: key.id, publicKey: key.public_key }
    },
    async privateKey(id) {
      const row = await db.selectFrom('sealing_key').select(['private_key', 'retires_at']).where('id', '=', id).executeTakeFirst()
      if (!row || (row.retires_at && row.retires_at <= clock.now())) return null
      const key = opened.get(id) ?? createPrivateKey(row.private_key)
      opened.set(id, key)
      return key
    },
    async rotate() {
      await addKey({ retiresOthers: true })
    },
  }
}
