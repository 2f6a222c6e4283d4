import { ProviderUnavailable } from '#payment-connectors/payment-connector.ts'

export type NoAnswer = { state: 'no-answer'; mayHaveArrived: boolean }

/** After any failure the provider may have received the request, unless the connector knows that nothing was sent. */
export function noAnswer(error: unknown): NoAnswer {
  return { state: 'no-answer', mayHaveArrived: !(error instanceof ProviderUnavailable) || error.mayHaveArrived }
}
