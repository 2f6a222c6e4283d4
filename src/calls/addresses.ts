import { BRAND } from '#shared/brand.ts'

/** The prefix of the specification's section 7 (API-1). */
export const API_PREFIX = '/orp/bfe/api/portal-service'

/** Apart from the table, because every page counts and no page needs all the others. */
export const COUNTS_PATH = 'analytics/v1/events'

/** Every call of the portal by its name: its method and its address below the prefix, or a whole address. Written nowhere else. */
export const CALL_ADDRESSES = {
  // analytics
  recordEvents: `POST ${COUNTS_PATH}`,
  // balance-query
  queryBalance: 'POST subscriber/v4/query-balance',
  readProvenBalance: 'POST subscriber/v1/proven-balance',
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
  readCompactSites: 'GET cms/maps/sites',
  // feedback
  giveFeedback: 'POST feedback/v1/feedback',
  // help
  readFaqs: 'GET cms/webpage/getFaqs_pCategory',
  voteOnAnswer: 'POST cms/webpage/likeCount/',
  voteByAddress: 'GET cms/webpage/likeCount/',
  readOverview: 'GET help/v1/overview',
  readCategory: 'GET help/v1/category',
  readQuestion: 'GET help/v1/question',
  searchHelp: 'GET help/v1/search',
  readTopicQuestions: 'GET help/v1/topic',
  // home-broadband-lead
  readCityConfig: 'GET cms/webpage/city-config',
  readLeadForm: 'GET cms/webpage/form-schema',
  readLeadDraft: 'GET lead/v1/draft',
  chooseLeadPlan: 'POST lead/v1/plan',
  saveLeadDetails: 'POST lead/v1/details',
  saveLeadPoint: 'POST lead/v1/address',
  submitLead: 'POST subscriber/v1/submit-lead',
  submitProvenLead: 'POST lead/v1/submit-proven',
  readLeadEnding: 'GET lead/v1/ending',
  trackLead: 'POST subscriber/v1/track-lead',
  trackProvenLead: 'POST lead/v1/track-proven',
  // line
  readLineType: 'POST subscriber/line-type',
  validateNumber: 'POST subscriber/validate',
  // one-time-code
  sendBillCode: 'POST optimus/otp/send',
  resendBillCode: 'POST optimus/otp/resend',
  verifyBillCode: 'POST optimus/otp/verify',
  sendOtp: 'POST otp/v1/send-otp',
  sendBroadbandOtp: 'POST subscriber/v1/send-otp-hbb',
  resendOtp: 'POST otp/v1/resend-otp',
  verifyOtp: 'POST otp/v1/verify-otp',
  verifyUser: 'POST /auth/bfe/api/portal-service/otp/v1/verify-user',
  // payment
  readPendingPayment: 'GET transaction/v1/pending',
  listPaymentOptions: 'POST transaction/v1/payment-options',
  initiateTransaction: 'POST transaction/v1/initiate',
  readExchangeRate: 'GET transaction/get/exchange/rate',
  initiateWithPin: 'POST transaction/v1/auth/initiate',
  processWithPin: 'POST transaction/v1/auth/process',
  readPayerBalance: 'GET transaction/v1/payer-balance',
  processTransaction: 'POST transaction/v1/process',
  readStatus: 'GET transaction/v1/status',
  readTransaction: 'GET transaction/fetch',
  // places
  geocodeAddress: 'GET cms/maps/geocode',
  describePoint: 'GET cms/maps/reverse-geocode',
  readMapSettings: 'GET cms/maps/settings',
  // product-config
  readProductConfig: 'GET resource/v1/get-product-config',
  // purchase
  choosePurchase: 'POST transaction/v1/purchase',
  readLineOffer: 'POST visit/v1/line-offer',
  readPurchase: 'GET transaction/v1/purchase',
  // sealing
  offerSealingKey: 'GET security/v1/sealing-key',
  // shops
  readShopsByCoordinates: `GET cms/maps/${BRAND.slug}shopsbycoordinates`,
  readShop: 'GET shops/v1/shop',
  readShopTowns: 'GET shops/v1/towns',
  // site-content
  readActivePackage: 'GET cms/webpage/activePackage',
  readLoadingTexts: 'GET cms/webpage/loadingTexts',
  // visit
  readDraft: 'GET visit/v1/draft',
  savePrefill: 'POST visit/v1/prefill',
} as const satisfies Record<string, `${Method} ${string}`>

type Method = 'GET' | 'POST'

export type CallName = keyof typeof CALL_ADDRESSES

export function addressOf<Name extends CallName>(name: Name): { name: Name; method: Method; url: string } {
  const address = CALL_ADDRESSES[name]
  const space = address.indexOf(' ')
  const path = address.slice(space + 1)
  return { name, method: address.startsWith('GET') ? 'GET' : 'POST', url: path.startsWith('/') ? path : `${API_PREFIX}/${path}` }
}
