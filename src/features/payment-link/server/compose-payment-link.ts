import { createShortSigner } from '#server/security/short-signer.ts'
import { paymentLinkCalls } from './payment-link.calls.ts'
import { createPaymentLinks, type PaymentLinkParts } from './payment-links.ts'

type Deps = Omit<PaymentLinkParts, 'signatures' | 'publicOrigin' | 'days'> & {
  secret: string
  secretBefore: string | null
  publicUrl: URL
  linkDays: number
}

/** Composes the links that ask others to pay. */
export function composePaymentLink({ secret, secretBefore, publicUrl, linkDays, ...deps }: Deps) {
  const signatures = createShortSigner({ secret, secretBefore })
  return { calls: paymentLinkCalls(createPaymentLinks({ ...deps, signatures, publicOrigin: publicUrl.origin, days: linkDays })) }
}
