import { BRAND } from '#shared/operator.ts'
import { PAYMENT_METHODS, phoneRoutes } from '#shared/connector-table.ts'

/** Every page of the portal: its address and its file below src. */
export const PAGE_TABLE: Readonly<Record<string, string>> = {
  '/': 'features/home/portal/home.page.tsx',
  '/prepaid-recharge': 'features/purchase/portal/prepaid-recharge.page.tsx',
  '/data-bundle': 'features/purchase/portal/data-bundle.page.tsx',
  '/postpaid-bill-pay': 'features/bills/portal/postpaid-bill.page.tsx',
  '/orp/fixed-internet': 'features/bills/portal/fixed-internet.page.tsx',
  '/check-balance': 'features/balance-query/portal/balance-query.page.tsx',
  '/find-payment/claim': 'features/find-payment/portal/claim.page.tsx',
  '/find-payment': 'features/find-payment/portal/find-payment.page.tsx',
  // LINK-1, LINK-2: creating a payment link, sending it, and its target.
  '/ask': 'features/payment-link/portal/ask.page.tsx',
  '/ask/:link': 'features/payment-link/portal/made-link.page.tsx',
  '/r/:link': 'features/payment-link/portal/open-link.page.tsx',
  '/broadband-recharge': 'features/balance-query/portal/broadband-recharge.page.tsx',
  '/gethelp': 'features/help/portal/help-home.page.tsx',
  '/gethelp/all': 'features/help/portal/all-help.page.tsx',
  '/gethelp/ussd': 'features/ussd/portal/ussd-codes.page.tsx',
  '/gethelp/question/:question': 'features/help/portal/question.page.tsx',
  '/gethelp/:parent/:category?': 'features/help/portal/category.page.tsx',
  '/table': 'features/bundles/portal/tariffs.page.tsx',
  // ROUTE-3: targets of special categories of the help centre; OUTBOUND_ROUTES may redirect them elsewhere.
  '/contact-us': 'features/site-content/portal/contact.page.tsx',
  '/give_your_feedback': 'features/feedback/portal/feedback.page.tsx',
  [`/more-${BRAND.slug}-money`]: 'features/site-content/portal/money-loans.page.tsx',
  '/payment': 'features/payment/portal/hub-start.page.tsx',
  '/payment/start': 'features/payment/portal/hub-start.page.tsx',
  '/payment/*': 'features/payment/portal/hub-start.page.tsx',
  [`/payment/start/${PAYMENT_METHODS.card.route}`]: 'features/payment/portal/hub-card.page.tsx',
  [`/payment/start/${PAYMENT_METHODS.airtime.route}`]: 'features/payment/portal/hub-airtime.page.tsx',
  [`/payment/start/${PAYMENT_METHODS.money.route}`]: 'features/payment/portal/hub-money.page.tsx',
  ...Object.fromEntries(phoneRoutes().map((route) => [`/payment/start/${route}`, 'features/payment/portal/hub-phone.page.tsx'])),
  [`/payment/start/${PAYMENT_METHODS.smartcash.route}`]: 'features/payment/portal/hub-smartcash.page.tsx',
  // PAID-1: what changed about the amount owed.
  '/payment/due': 'features/payment/portal/due.page.tsx',
  '/payment/status': 'features/payment/portal/status.page.tsx',
  '/payment/status/:id': 'features/payment/portal/status.page.tsx',
  // RCPT-1, RCPT-4: a receipt, and the page where anyone verifies it.
  '/payment/receipt/:id': 'features/receipt/portal/receipt.page.tsx',
  '/v/:code': 'features/receipt/portal/check-receipt.page.tsx',
  '/hbb-lead': 'features/home-broadband-lead/portal/lead-plan.page.tsx',
  '/hbb-lead/details': 'features/home-broadband-lead/portal/lead-details.page.tsx',
  '/hbb-lead/address': 'features/home-broadband-lead/portal/lead-address.page.tsx',
  '/hbb-lead/done': 'features/home-broadband-lead/portal/lead-done.page.tsx',
  '/hbb-lead-status': 'features/home-broadband-lead/portal/lead-status.page.tsx',
  '/openNetworks': 'features/coverage/portal/coverage.page.tsx',
  // ROUTE-1, ROUTE-3: one page for shops and dealers under four addresses.
  '/storeLocator': 'features/shops/portal/shops.page.tsx',
  '/storeLocator/all': 'features/shops/portal/all-shops.page.tsx',
  '/store-locator': 'features/shops/portal/shops.page.tsx',
  [`/store_finder/${BRAND.slug}_shop`]: 'features/shops/portal/shops.page.tsx',
  '/store_finder/dealers': 'features/shops/portal/shops.page.tsx',
  '/on-this-phone': 'features/device-storage/portal/on-this-phone.page.tsx',
  '/on-this-phone/receipts': 'features/device-storage/portal/kept-receipts.page.tsx',
  '/about': 'features/site-content/portal/about.page.tsx',
  '/privacy-policy': 'features/site-content/portal/privacy-policy.page.tsx',
  '/language': 'features/site-content/portal/language.page.tsx',
  // Shows every UI component; answers 404 in production.
  '/page-not-found': 'features/site-content/portal/page-not-found.page.tsx',
  // ROUTE-2: any other address.
  '/*': 'features/site-content/portal/page-not-found.page.tsx',
}
