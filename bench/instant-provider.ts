import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'

/**
 * A card gateway that answers at once, so that only the portal's own work is measured. Instead of a payment
 * page it returns the path of its webhook; the benchmark sends that webhook itself.
 */
const instantGateway: Omit<PaymentConnector, 'start'> = {
  info: {
    id: 'dpo',
    paymentMode: 'PAYMENT_GATEWAY',
    currencies: ['XOF'],
    wireExponent: { XOF: 0 },
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'harmless',
    refund: 'none',
    pollScheduleSeconds: [600],
  },
  query: async (_context, { amount, ref }) => ({ state: 'paid', amount, providerTxnId: `T${ref}` }),
  parseWebhook({ path, body }) {
    const ref = path.split('/').at(-2) ?? ''
    const amount = { minor: Number(body.toString()), currency: 'XOF' }
    return {
      trust: 'signed',
      dedupeKey: `N${ref}`,
      attempt: { by: 'ref', value: ref },
      seen: { state: 'paid', amount, providerTxnId: `T${ref}` },
    }
  },
}

export function instantProvider(payPageOrigin: string): PaymentConnector {
  return {
    ...instantGateway,
    start: async ({ urls }, { ref }) => ({
      kind: 'accepted',
      providerRef: `P${ref}`,
      action: { type: 'redirect', url: new URL(new URL(urls.notify).pathname, payPageOrigin).href },
    }),
  }
}

/** A wallet that accepts every request at once and prompts on the phone. */
export const instantWallet: PaymentConnector = {
  info: { ...instantGateway.info, id: 'money-push', paymentMode: 'MONEY_PUSH', resolves: ['query'], repeat: 'second-payment' },
  start: async () => ({ kind: 'accepted', providerRef: null, action: { type: 'approve-on-phone', until: new Date(Date.now() + 120_000) } }),
}
