import { paymentLinkCalls } from '#features/payment-link/server/payment-link.calls.ts'
import { openPaymentLinks, type PaymentLinkParts } from '#features/payment-link/server/payment-links.ts'
import type { Served } from '#server/calls/serve.ts'
import { openLetterSignatures } from '#server/security/letter-signatures.ts'
import type { Settings } from '#settings/settings.ts'

type Parts = Omit<PaymentLinkParts, 'signatures' | 'publicOrigin' | 'days'> & { settings: Settings }

/** Joins the links that ask others to pay with what they may ask for. */
export function joinLinks({ settings, ...parts }: Parts): Served[] {
  const { publicUrl, linkDays } = settings
  const signatures = openLetterSignatures(settings)
  return paymentLinkCalls(openPaymentLinks({ ...parts, signatures, publicOrigin: publicUrl.origin, days: linkDays }))
}
