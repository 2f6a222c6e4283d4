import { said } from '#payment-connectors/provider-words.ts'

/** Why something failed, in one short line that holds no number, address or key: it is stored, and read by people. */
export function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
  return said('', `${name}: ${message}`).text
}
