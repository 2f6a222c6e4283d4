import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { good, UNAVAILABLE } from '../answers.ts'
import { BalanceAction, isAdjustment, isTopup } from './delivery.messages.ts'
import { valuesAt } from './shapes.ts'
import type { TmforumClient } from './tmforum-client.ts'

type Lookup = { kind: 'topupBalance' | 'adjustBalance' | 'reserveBalance'; msisdn: MobileNumber; reference: string }

/**
 * Finds balance calls by our reference: by a filter or, where the operator has none, by reading the history of the line. The history omits
 * reservations, so these are searched among the line's reservations.
 */
export async function findBalanceActions(client: TmforumClient, lookup: Lookup): Promise<OperatorResult<BalanceAction[]>> {
  const answer =
    client.profile.balanceWrites.findBy === 'reference' ? await findByReference(client, lookup) : await findOfLine(client, lookup)
  if (answer.ok) return answer
  // A server without such a list has not denied that our call arrived.
  return UNAVAILABLE
}

async function findByReference(client: TmforumClient, { kind, reference }: Lookup): Promise<OperatorResult<BalanceAction[]>> {
  const filter = { path: client.profile.reference.attributes['654'], value: reference }
  return client.readFiltered({ system: '654', path: `/${kind}`, filter }, BalanceAction)
}

async function findOfLine(client: TmforumClient, { kind, msisdn, reference }: Lookup): Promise<OperatorResult<BalanceAction[]>> {
  const path = kind === 'reserveBalance' ? '/reserveBalance' : '/balanceActionHistory'
  const filter = { path: client.profile.balanceWrites.lineFilter, value: client.wireNumber(msisdn) }
  const attribute = client.profile.reference.attributes['654']
  const answer = await client.readFiltered({ system: '654', path, filter }, BalanceAction)
  if (!answer.ok) return answer
  const isWanted = { topupBalance: isTopup, adjustBalance: isAdjustment, reserveBalance: () => true }[kind]
  const wanted = answer.value.filter(isWanted)
  // A history without any reference does not prove that ours is missing.
  if (wanted.length > 0 && wanted.every((entry) => valuesAt(entry, attribute).length === 0)) return UNAVAILABLE
  return good(wanted.filter((entry) => valuesAt(entry, attribute).includes(reference)))
}
