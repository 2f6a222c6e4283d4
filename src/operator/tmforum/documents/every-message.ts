import type { Message } from './message.ts'
import { MESSAGES_654 } from './messages-654.ts'
import { ACCOUNT_AND_LEAD_MESSAGES } from './messages-accounts-and-leads.ts'
import { CATALOGUE_AND_ORDER_MESSAGES } from './messages-catalogue-and-orders.ts'

/** Every call that the adapter makes by an official document. */
export const EVERY_MESSAGE = [
  ...CATALOGUE_AND_ORDER_MESSAGES,
  ...MESSAGES_654,
  ...ACCOUNT_AND_LEAD_MESSAGES,
] as const satisfies readonly Message[]
export type MessageName = (typeof EVERY_MESSAGE)[number]['name']

export function messageNamed(name: MessageName): Message {
  const found: Message | undefined = EVERY_MESSAGE.find((message) => message.name === name)
  if (!found) throw new Error(`no message is called ${name}`)
  return found
}
