/** The prefix of the specification's section 7 (API-1). */
export const API_PREFIX = '/orp/bfe/api/portal-service'

/** Apart from the table, because every page counts and no page needs all the others. */
export const COUNTS_PATH = 'analytics/v1/events'

/** Apart from the table as well: what seals is a small file of its own. */
export const SEALING_KEY_PATH = 'security/v1/sealing-key'

/** The calls that islands make. They travel to the phone; those that only pages make on the server stand in addresses.ts. */
export const ISLAND_CALLS = {
  readCompactSites: 'GET cms/maps/sites',
  voteOnAnswer: 'POST cms/webpage/likeCount/',
  readQuestion: 'GET help/v1/question',
  searchHelp: 'GET help/v1/search',
  chooseLeadPlan: 'POST lead/v1/plan',
  saveLeadDetails: 'POST lead/v1/details',
  saveLeadPoint: 'POST lead/v1/address',
  trackProvenLead: 'POST lead/v1/track-proven',
  validateNumber: 'POST subscriber/validate',
  sendBillCode: 'POST optimus/otp/send',
  resendBillCode: 'POST optimus/otp/resend',
  verifyBillCode: 'POST optimus/otp/verify',
  sendOtp: 'POST otp/v1/send-otp',
  sendBroadbandOtp: 'POST subscriber/v1/send-otp-hbb',
  resendOtp: 'POST otp/v1/resend-otp',
  verifyOtp: 'POST otp/v1/verify-otp',
  initiateTransaction: 'POST transaction/v1/initiate',
  initiateWithPin: 'POST transaction/v1/auth/initiate',
  processWithPin: 'POST transaction/v1/auth/process',
  processTransaction: 'POST transaction/v1/process',
  readTransaction: 'GET transaction/fetch',
  geocodeAddress: 'GET cms/maps/geocode',
  describePoint: 'GET cms/maps/reverse-geocode',
  readMapSettings: 'GET cms/maps/settings',
  readLineOffer: 'POST visit/v1/line-offer',
  readActivePackage: 'GET cms/webpage/activePackage',
} as const satisfies Record<string, CallAddress>

export type IslandCallName = keyof typeof ISLAND_CALLS

type Method = 'GET' | 'POST'
/** A method, and an address below the prefix or a whole one. */
export type CallAddress = `${Method} ${string}`

export function placeOf(address: CallAddress): { method: Method; url: string } {
  const [, method, path = ''] = /^(GET|POST) (.*)/.exec(address) ?? []
  return { method: method as Method, url: path.startsWith('/') ? path : `${API_PREFIX}/${path}` }
}
