import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Puzzle } from '#shared/puzzle.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

/**
 * Under pressure a call may require a solved puzzle: proof of work for the caller's processor, about a second on a cheap phone. Nothing is
 * stored until one is solved: a puzzle contains its expiry and our signature over the call and the IP address it was made for.
 */
export type Puzzles = {
  offer(asked: Asked): Puzzle
  /** Whether this is the solution of a puzzle that was made for the call. Each is valid once. */
  isSolved(solution: unknown, asked: Asked): Promise<boolean>
}

/** `call`: its method and path. */
type Asked = { call: string; address: string }

const LIFE_SECONDS = 120
/** Several small searches instead of a large one: the time they take together varies much less. */
const PARTS = 8
const BITS = 9
const ANSWER = /^([A-Za-z0-9_-]{22})\.([0-9]{10,12})\.([A-Za-z0-9_-]{22}):([0-9]{1,9}(?:,[0-9]{1,9})*)$/

export function createPuzzles({ db, clock, secret }: { db: Database; clock: Clock; secret: string }): Puzzles {
  function sign(text: string, { call, address }: Asked): string {
    return createHmac('sha256', secret).update(`puzzle|${text}|${call}|${address}`).digest().subarray(0, 16).toString('base64url')
  }

  /** One insert, so that of two calls with one solution a single one passes. */
  async function consume(nonce: string, expires: Date): Promise<boolean> {
    const spent = await db
      .insertInto('used_nonce')
      .values({ nonce: `puzzle.${nonce}`, expires_at: expires })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return spent.numInsertedOrUpdatedRows === 1n
  }

  return {
    offer(asked) {
      const unsigned = `${randomBytes(16).toString('base64url')}.${Math.floor(clock.now().getTime() / 1000) + LIFE_SECONDS}`
      return { challenge: `${unsigned}.${sign(unsigned, asked)}`, parts: PARTS, bits: BITS }
    },
    async isSolved(solution, asked) {
      const [, random = '', seconds = '', mac = '', numbers = ''] = (typeof solution === 'string' && ANSWER.exec(solution)) || []
      if (random === '') return false
      const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(sign(`${random}.${seconds}`, asked)))
      const expires = new Date(Number(seconds) * 1000)
      if (!isOurs || expires <= clock.now()) return false
      const isWorked = hasWork(`${random}.${seconds}.${mac}`, numbers.split(','))
      return isWorked && (await consume(random, expires))
    },
  }
}

function hasWork(challenge: string, numbers: string[]): boolean {
  return (
    numbers.length === PARTS &&
    numbers.every((number, part) => {
      const digest = createHash('sha256').update(`${challenge}:${part}:${number}`).digest()
      return digest.readUInt32BE(0) >>> (32 - BITS) === 0
    })
  )
}
