/** The packages of content (section 7 of the specification, and ours), each typed by its English file: a text that does not exist does not compile. */
export type ContentPackages = {
  'about-translation': typeof import('#content/en/about-translation.json')
  'announcement-translation': typeof import('#content/en/announcement-translation.json')
  'balance-translation': typeof import('#content/en/balance-translation.json')
  'bill-translation': typeof import('#content/en/bill-translation.json')
  'city-config': { data: { cityName: string; hbbLeadFeasibility: boolean }[] }
  'contact-config': typeof import('#content/en/contact-config.json')
  'currency-translation': typeof import('#content/en/currency-translation.json')
  'faq-translation': typeof import('#content/en/faq-translation.json')
  'feedback-translation': typeof import('#content/en/feedback-translation.json')
  'find-translation': typeof import('#content/en/find-translation.json')
  'footer-translation': typeof import('#content/en/footer-translation.json')
  'form-translation': typeof import('#content/en/form-translation.json')
  'getHelp-translation': typeof import('#content/en/getHelp-translation.json')
  'hbb-lead-config': typeof import('#content/en/hbb-lead-config.json')
  'hbb-lead-form': typeof import('#content/en/hbb-lead-form.json')
  'hbb-lead-translation': typeof import('#content/en/hbb-lead-translation.json')
  'help-documents': typeof import('#content/en/help-documents.json')
  'lead-status-config': typeof import('#content/en/lead-status-config.json')
  'lead-status-translation': typeof import('#content/en/lead-status-translation.json')
  'link-translation': typeof import('#content/en/link-translation.json')
  'loader-translation': typeof import('#content/en/loader-translation.json')
  'meta-data-config': {
    siteName: string
    description: string
    pages: Partial<Record<string, { title: string; description: string }>>
  }
  'money-loans-config': typeof import('#content/en/money-loans-config.json')
  'network-translation': typeof import('#content/en/network-translation.json')
  'orp-translation': typeof import('#content/en/orp-translation.json')
  'otp-translation': typeof import('#content/en/otp-translation.json')
  'payment-translation': typeof import('#content/en/payment-translation.json')
  'phone-translation': typeof import('#content/en/phone-translation.json')
  'places-translation': typeof import('#content/en/places-translation.json')
  'privacy-policy-config': typeof import('#content/en/privacy-policy-config.json')
  'problem-translation': typeof import('#content/en/problem-translation.json')
  'product-config': typeof import('#content/en/product-config.json')
  'question-translation': typeof import('#content/en/question-translation.json')
  'receipt-translation': typeof import('#content/en/receipt-translation.json')
  'recharge-translation': typeof import('#content/en/recharge-translation.json')
  'search-translation': typeof import('#content/en/search-translation.json')
  'storeLocator-translation': typeof import('#content/en/storeLocator-translation.json')
  'ussd-config': typeof import('#content/en/ussd-config.json')
  'ussd-translation': typeof import('#content/en/ussd-translation.json')
  'wallet-translation': typeof import('#content/en/wallet-translation.json')
  'website-footer-config': typeof import('#content/en/website-footer-config.json')
  'website-headers-config': typeof import('#content/en/website-headers-config.json')
  'website-homepage-config': typeof import('#content/en/website-homepage-config.json')
}

export type PackageName = keyof ContentPackages
