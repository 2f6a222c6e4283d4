import { ProviderUnavailable, type Webhook, type Observation, type StartResult } from '#payment-connectors/payment-connector.ts'

/** A connector's reading of a response in a few words: `paid`, `declined insufficient_funds`, `no answer`. */
export async function summaryOf(asking: Promise<StartResult | Observation | { state: 'absent' }> | undefined): Promise<string> {
  try {
    const result = await asking
    return result ? summary(result) : 'nothing'
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'no answer'
    throw error
  }
}

export function summaryOfWebhook(webhook: Webhook | 'unauthentic' | 'irrelevant' | undefined): string {
  return typeof webhook === 'object' ? summary(webhook.seen) : (webhook ?? 'nothing')
}

function summary(result: StartResult | Observation | { state: 'absent' }): string {
  if ('state' in result) return result.state === 'declined' ? `declined ${result.reason}${result.final ? '' : ', not final'}` : result.state
  if (result.kind === 'settled') return `settled ${summary(result.seen)}`
  return result.kind === 'accepted' ? 'accepted' : `${result.kind} ${result.reason}`
}
