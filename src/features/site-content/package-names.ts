/**
 * Every content package (section 7 of the specification; those at the end are ours).
 * `texts` are flat lists of sentences; `page` packages have a shape of their own, see server/package-shapes.ts.
 * `unprefixed` ones are asked for without the language prefix: the `lang` header decides.
 */
export const CONTENT_PACKAGES = {
  'orp-translation': { kind: 'texts' },
  'footer-translation': { kind: 'texts' },
  'lead-status-translation': { kind: 'texts' },
  'loader-translation': { kind: 'texts' },
  'faq-translation': { kind: 'texts' },
  'getHelp-translation': { kind: 'texts' },
  'question-translation': { kind: 'texts' },
  'recharge-translation': { kind: 'texts' },
  'search-translation': { kind: 'texts' },
  'storeLocator-translation': { kind: 'texts' },
  'network-translation': { kind: 'texts' },
  'website-headers-config': { kind: 'page' },
  'website-footer-config': { kind: 'page' },
  'website-homepage-config': { kind: 'page' },
  'help-documents': { kind: 'page' },
  'meta-data-config': { kind: 'page', unprefixed: true },
  'privacy-policy-config': { kind: 'page', unprefixed: true },
  'lead-status-config': { kind: 'page', unprefixed: true },
  'payment-translation': { kind: 'texts' },
  'wallet-translation': { kind: 'texts' },
  'currency-translation': { kind: 'texts' },
  'product-config': { kind: 'page', unprefixed: true },
  'problem-translation': { kind: 'texts' },
  'otp-translation': { kind: 'texts' },
  'about-translation': { kind: 'texts' },
  'places-translation': { kind: 'texts' },
  'feedback-translation': { kind: 'texts' },
  'bill-translation': { kind: 'texts' },
  'form-translation': { kind: 'texts' },
  'hbb-lead-translation': { kind: 'texts' },
  'hbb-lead-config': { kind: 'page' },
  'hbb-lead-form': { kind: 'page' },
  'city-config': { kind: 'page', unprefixed: true },
  'balance-translation': { kind: 'texts' },
  'find-translation': { kind: 'texts' },
  'link-translation': { kind: 'texts' },
  'receipt-translation': { kind: 'texts' },
  'contact-config': { kind: 'page' },
  'money-loans-config': { kind: 'page' },
  'phone-translation': { kind: 'texts' },
  'ussd-translation': { kind: 'texts' },
  'ussd-config': { kind: 'page', unprefixed: true },
} as const satisfies Record<string, { kind: 'texts' | 'page'; unprefixed?: true }>

export type PackageName = keyof typeof CONTENT_PACKAGES

export function isPackageName(text: string): text is PackageName {
  return Object.prototype.hasOwnProperty.call(CONTENT_PACKAGES, text)
}
