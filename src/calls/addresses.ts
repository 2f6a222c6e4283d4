import { BRAND } from '#shared/brand.ts'
import { COUNTS_PATH, ISLAND_CALLS, SEALING_KEY_PATH, placeOf, type CallAddress } from './island-calls.ts'

export { API_PREFIX } from './island-calls.ts'

/** Every call of the portal by its name: its method and its address below the prefix, or a whole address. Written nowhere else. */
export const CALL_ADDRESSES = {
  ...ISLAND_CALLS,
  // analytics
  recordEvents: `POST ${COUNTS_PATH}`,
  // balance-query
  queryBalance: 'POST subscriber/v4/query-balance',
  readProvenBalance: 'POST subscriber/v1/proven-balance',
  readRunningBundles: 'POST subscriber/v1/running-bundles',
  // bills
  validateFixedInternet: 'POST subscriber/v1/fixed-internet/validate',
  lookUpFixedInternet: 'POST subscriber/v1/fixed-internet/lookup',
  readFixedInternetPair: 'GET subscriber/v1/fixed-internet/pair',
  validateMsisdnAccount: 'POST subscriber/validate/msisdn-account',
  readBill: 'POST subscriber/v1/bill',
  readOpenInvoice: 'POST subscriber/getopeninvoice',
  // bundles
  listBundles: 'POST product/v1/bundle',
  readTariffs: 'GET product/v1/tariffs',
  // coverage
  readCoverageSummary: 'GET coverage/v1/summary',
  readCoverageAt: 'GET coverage/v1/at',
  // feedback
  giveFeedback: 'POST feedback/v1/feedback',
  // find-payment
  findByReference: 'POST transaction/v1/find-reference',
  listProvenPayments: 'POST transaction/v1/proven-payments',
  readClaims: 'POST transaction/v1/claims',
  makeClaim: 'POST transaction/v1/claim',
  closeProvenPayments: 'POST transaction/v1/close-proven-payments',
  // help
  readFaqs: 'GET cms/webpage/getFaqs_pCategory',
  voteByAddress: 'GET cms/webpage/likeCount/',
  readOverview: 'GET help/v1/overview',
  readCategory: 'GET help/v1/category',
  readTopicQuestions: 'GET help/v1/topic',
  // home-broadband-lead
  readCityConfig: 'GET cms/webpage/city-config',
  readLeadForm: 'GET cms/webpage/form-schema',
  readLeadDraft: 'GET lead/v1/draft',
  submitLead: 'POST subscriber/v1/submit-lead',
  submitProvenLead: 'POST lead/v1/submit-proven',
  readLeadEnding: 'GET lead/v1/ending',
  trackLead: 'POST subscriber/v1/track-lead',
  // line
  readLineType: 'POST subscriber/line-type',
  // one-time-code
  verifyUser: 'POST /auth/bfe/api/portal-service/otp/v1/verify-user',
  // payment
  readPendingPayment: 'GET transaction/v1/pending',
  listPaymentOptions: 'POST transaction/v1/payment-options',
  readExchangeRate: 'GET transaction/get/exchange/rate',
  readPayerBalance: 'GET transaction/v1/payer-balance',
  readStatus: 'GET transaction/v1/status',
  // payment-link
  makePaymentLink: 'POST transaction/v1/link',
  readPaymentLink: 'POST transaction/v1/read-link',
  takePaymentLink: 'POST transaction/v1/take-link',
  // product-config
  readProductConfig: 'GET resource/v1/get-product-config',
  // purchase
  choosePurchase: 'POST transaction/v1/purchase',
  readPurchase: 'GET transaction/v1/purchase',
  // receipt
  readReceiptCode: 'POST transaction/v1/receipt-code',
  checkReceipt: 'POST transaction/v1/check-receipt',
  // sealing
  offerSealingKey: `GET ${SEALING_KEY_PATH}`,
  // shops
  readShopsByCoordinates: `GET cms/maps/${BRAND.slug}shopsbycoordinates`,
  readShop: 'GET shops/v1/shop',
  readShopTowns: 'GET shops/v1/towns',
  // site-content
  readLoadingTexts: 'GET cms/webpage/loadingTexts',
  // visit
  readDraft: 'GET visit/v1/draft',
  savePrefill: 'POST visit/v1/prefill',
} as const satisfies Record<string, CallAddress>

export type CallName = keyof typeof CALL_ADDRESSES

export function addressOf<Name extends CallName>(name: Name): { name: Name } & ReturnType<typeof placeOf> {
  return { name, ...placeOf(CALL_ADDRESSES[name]) }
}
