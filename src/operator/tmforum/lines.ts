import { Type } from 'typebox'
import type { OperatorLine, OperatorLines } from '#features/line/server/operator-lines.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { good, NOT_FOUND, refused, UNAVAILABLE } from '../answers.ts'
import { balancesOf, Bucket, mainPurse } from './balance.messages.ts'
import { lineOfProducts, lineOfType, lineTypeOf, Product, wordInAnswer } from './line.messages.ts'
import type { TmforumClient } from './tmforum-client.ts'

export function operatorLines(client: TmforumClient): OperatorLines {
  const { lineType, msisdn: numbers } = client.profile

  async function readProducts(msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorResult<Product[]>> {
    const filter = { path: numbers.productFilter, value: client.wireNumber(msisdn) }
    return client.readFiltered({ system: '637', path: '/product', filter, signal }, Product)
  }

  async function findByCharacteristic(msisdn: MobileNumber, name: string, signal?: AbortSignal): Promise<OperatorResult<OperatorLine>> {
    const products = await readProducts(msisdn, signal)
    if (!products.ok) return products
    const line = lineOfProducts(products.value, { map: lineType.map, name })
    return line ? good({ msisdn, ...line }) : NOT_FOUND
  }

  async function findByCall(msisdn: MobileNumber, source: LineTypeCall, signal?: AbortSignal): Promise<OperatorResult<OperatorLine>> {
    const query = { [source.parameter]: client.wireNumber(msisdn) }
    const [answer, products] = await Promise.all([
      client.readOne({ system: 'line-type', path: source.path, query, signal }, Type.Unknown()),
      readProducts(msisdn, signal),
    ])
    if (!answer.ok) return answer
    const word = wordInAnswer(answer.value, source.fields)
    if (word === null) return UNAVAILABLE
    const type = lineTypeOf(word, lineType.map)
    // A kind of line that we do not serve (a fibre, another brand's number) is not found for the visitor.
    if (type === null) return NOT_FOUND
    if (!products.ok && products.fault.kind !== 'not-found') return products
    return good({ msisdn, ...lineOfType(type, products.ok ? products.value : []) })
  }

  async function findLine(msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorResult<OperatorLine>> {
    const { source } = lineType
    return source.kind === 'call' ? findByCall(msisdn, source, signal) : findByCharacteristic(msisdn, source.name, signal)
  }

  return {
    findLine,
    async readBalances(msisdn, signal) {
      const buckets = await readBuckets(client, msisdn, signal)
      if (!buckets.ok) return buckets
      if (buckets.value.length === 0) {
        // An empty filter result does not distinguish a line without buckets from another operator's number.
        const line = await findLine(msisdn, signal)
        return line.ok ? good([]) : line
      }
      const balances = balancesOf(buckets.value, client.profile.buckets)
      return balances ? good(balances) : UNAVAILABLE
    },
  }
}

type LineTypeCall = Extract<TmforumClient['profile']['lineType']['source'], { kind: 'call' }>

async function readBuckets(client: TmforumClient, msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorResult<Bucket[]>> {
  const filter = { path: client.profile.msisdn.bucketFilter, value: client.wireNumber(msisdn) }
  return client.readFiltered({ system: '654', path: '/bucket', filter, signal }, Bucket)
}

/**
 * The bucket that a top-up fills and an airtime payment empties: read before every such call, because both ids are required there. Bucket
 * and number define where the money goes; an account that the operator does not name cannot redirect it.
 */
export async function readPurse(
  client: TmforumClient,
  msisdn: MobileNumber,
): Promise<OperatorResult<{ bucketId: string; accountId: string }>> {
  const buckets = await readBuckets(client, msisdn)
  if (!buckets.ok) return buckets
  const purse = mainPurse(buckets.value)
  if (!purse) return refused('no-monetary-bucket')
  const unnamed = client.profile.buckets.accountWhenUnnamed === 'number' ? client.wireNumber(msisdn) : null
  const accountId = purse.accountId ?? unnamed
  return accountId === null ? refused('no-party-account') : good({ bucketId: purse.bucketId, accountId })
}
