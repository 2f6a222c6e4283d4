import { type Static, Type } from 'typebox'
import type { OperatorLineType } from '#features/line/server/operator-lines.ts'
import type { OperatorProfile } from '../operator-profile.ts'
import { firstIdOf, Id, References, wordOf } from './shapes.ts'

/** 637: only the fields we read. */
export const Product = Type.Object({
  id: Type.Optional(Id),
  status: Type.Optional(Type.String()),
  productCharacteristic: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.Optional(Type.Unknown()) }))),
  billingAccount: Type.Optional(References),
})
export type Product = Static<typeof Product>

export type LineFacts = { type: OperatorLineType; isActive: boolean; accountNo: string | null }

const GONE = new Set(['cancelled', 'terminated', 'aborted'])
/** A line that is to end is in service until then: its bills are owed, and its owner may still use it. */
const IN_SERVICE = new Set(['active', 'pendingterminate'])

function stateOf({ status }: Product): string {
  return wordOf(status ?? 'active')
}

const isInService = (product: Product) => IN_SERVICE.has(stateOf(product))
/** The order of products: active, to end, not in service. */
const rankOf = (product: Product) => Number(isInService(product)) + Number(stateOf(product) === 'active')

function livingOnes(products: readonly Product[]): Product[] {
  return products.filter((product) => !GONE.has(stateOf(product))).toSorted((one, other) => rankOf(other) - rankOf(one))
}

/** The line of a number, from the product that names the kind of line; null when none does. */
export function lineOfProducts(products: readonly Product[], { map, name }: { map: LineTypeMap; name: string }): LineFacts | null {
  for (const product of livingOnes(products)) {
    const characteristic = product.productCharacteristic?.find((one) => one.name.toLowerCase() === name.toLowerCase())
    const type = lineTypeOf(characteristic?.value, map)
    if (type) return { type, isActive: isInService(product), accountNo: firstIdOf(product.billingAccount) }
  }
  return null
}

/** The line when another call named its type: the products add its account and whether it is active. */
export function lineOfType(type: OperatorLineType, products: readonly Product[]): LineFacts {
  const living = livingOnes(products)
  const accountNo = living.map((product) => firstIdOf(product.billingAccount)).find((id) => id !== null) ?? null
  return { type, isActive: living.length === 0 ? products.length === 0 : living.some(isInService), accountNo }
}

type LineTypeMap = OperatorProfile['lineType']['map']

export function lineTypeOf(value: unknown, map: LineTypeMap): OperatorLineType | null {
  if (typeof value !== 'string') return null
  return Object.entries(map).find(([word]) => word.toLowerCase() === value.trim().toLowerCase())?.[1] ?? null
}

/** The value for the type in a response of the proprietary call, at the top or one level below. */
export function wordInAnswer(body: unknown, fields: readonly string[]): string | null {
  const levels = [body, ...(isRecord(body) ? Object.values(body) : [])].filter(isRecord)
  const words = levels.flatMap((level) => fields.map((field) => level[field]))
  return words.find((word) => typeof word === 'string') ?? null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
