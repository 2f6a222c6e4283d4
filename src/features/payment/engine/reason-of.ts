import { providerMessage } from '#payment-connectors/provider-message.ts'

/** The reason of a failure, in one short line without numbers, addresses or keys: it is stored, and people read it. */
export function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
  return providerMessage('', `${name}: ${message}`).text
}
