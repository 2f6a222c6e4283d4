import type { FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'
import type { TmfRecord } from './collection-query.ts'
import type { Profile } from './profile.ts'
import { sparseRecord } from './sparse-dialect.ts'

/** Only the standard profile has a second dialect; the odd profile belongs to one operator. */
export function isSparse({ world, profile }: { world: World; profile: Pick<Profile, 'name'> }): boolean {
  return profile.name === 'standard' && world.dialects.of('tmforum') === 'sparse'
}

/** A record as sent: links are absolute URLs, as documented, and the dialect selects the fields. */
export function asSent(
  mount: { world: World; profile: Profile },
  request: FastifyRequest,
  sent: { path: string; record: TmfRecord },
): TmfRecord {
  const record = isSparse(mount) ? sparseRecord(sent.path, sent.record) : sent.record
  return withWholeLinks(record, `${request.protocol}://${request.host}`) as TmfRecord
}

function withWholeLinks(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => withWholeLinks(entry, origin))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      name === 'href' && typeof inner === 'string' && inner.startsWith('/') ? origin + inner : withWholeLinks(inner, origin),
    ]),
  )
}
