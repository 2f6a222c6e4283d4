import type { Visit } from '#features/visit/server/visit.store.ts'

/** The keys under which a visit may have an order for a purchase. */
export function keysOf(purchaseId: string, visit: Visit): string[] {
  return [purchaseId, keyForStranger(purchaseId, visit)]
}

export function purchaseIdIn(clientKey: string): string {
  return clientKey.split(':', 1)[0] ?? clientKey
}

export function keyForStranger(purchaseId: string, { id }: Visit): string {
  return `${purchaseId}:${id.toString('base64url')}`
}
