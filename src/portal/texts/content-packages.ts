import type about from '#content/en/about-translation.json'
import type balance from '#content/en/balance-translation.json'
import type bill from '#content/en/bill-translation.json'
import type contact from '#content/en/contact-config.json'
import type currency from '#content/en/currency-translation.json'
import type faq from '#content/en/faq-translation.json'
import type feedback from '#content/en/feedback-translation.json'
import type find from '#content/en/find-translation.json'
import type formTexts from '#content/en/form-translation.json'
import type footerTexts from '#content/en/footer-translation.json'
import type getHelp from '#content/en/getHelp-translation.json'
import type hbbLeadConfig from '#content/en/hbb-lead-config.json'
import type hbbLead from '#content/en/hbb-lead-translation.json'
import type helpDocuments from '#content/en/help-documents.json'
import type leadStatusConfig from '#content/en/lead-status-config.json'
import type leadStatus from '#content/en/lead-status-translation.json'
import type linkTexts from '#content/en/link-translation.json'
import type loader from '#content/en/loader-translation.json'
import type moneyLoans from '#content/en/money-loans-config.json'
import type network from '#content/en/network-translation.json'
import type orp from '#content/en/orp-translation.json'
import type otp from '#content/en/otp-translation.json'
import type wallet from '#content/en/wallet-translation.json'
import type places from '#content/en/places-translation.json'
import type privacy from '#content/en/privacy-policy-config.json'
import type question from '#content/en/question-translation.json'
import type phone from '#content/en/phone-translation.json'
import type payment from '#content/en/payment-translation.json'
import type receipt from '#content/en/receipt-translation.json'
import type recharge from '#content/en/recharge-translation.json'
import type search from '#content/en/search-translation.json'
import type storeLocator from '#content/en/storeLocator-translation.json'
import type ussd from '#content/en/ussd-translation.json'
import type ussdMenu from '#content/en/ussd-config.json'
import type footer from '#content/en/website-footer-config.json'
import type headers from '#content/en/website-headers-config.json'
import type homepage from '#content/en/website-homepage-config.json'

/** The packages that pages read, each typed by its English file: a text that does not exist does not compile. */
export type ContentPackages = {
  'orp-translation': typeof orp
  'otp-translation': typeof otp
  'loader-translation': typeof loader
  'footer-translation': typeof footerTexts
  'about-translation': typeof about
  'find-translation': typeof find
  'link-translation': typeof linkTexts
  'receipt-translation': typeof receipt
  'recharge-translation': typeof recharge
  'payment-translation': typeof payment
  'wallet-translation': typeof wallet
  'bill-translation': typeof bill
  'currency-translation': typeof currency
  'balance-translation': typeof balance
  'network-translation': typeof network
  'places-translation': typeof places
  'storeLocator-translation': typeof storeLocator
  'faq-translation': typeof faq
  'getHelp-translation': typeof getHelp
  'question-translation': typeof question
  'search-translation': typeof search
  'help-documents': typeof helpDocuments
  'feedback-translation': typeof feedback
  'form-translation': typeof formTexts
  'hbb-lead-translation': typeof hbbLead
  'hbb-lead-config': typeof hbbLeadConfig
  'lead-status-translation': typeof leadStatus
  'lead-status-config': typeof leadStatusConfig
  'contact-config': typeof contact
  'money-loans-config': typeof moneyLoans
  'website-headers-config': typeof headers
  'website-footer-config': typeof footer
  'website-homepage-config': typeof homepage
  'privacy-policy-config': typeof privacy
  'phone-translation': typeof phone
  'ussd-translation': typeof ussd
  'ussd-config': typeof ussdMenu
  'meta-data-config': {
    siteName: string
    description: string
    pages: Partial<Record<string, { title: string; description: string }>>
  }
}
