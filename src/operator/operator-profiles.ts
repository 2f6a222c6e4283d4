import type { OperatorProfile } from './operator-profile.ts'

/** The official TM Forum v4 documents, unchanged. */
const TMF_V4 = {
  name: 'tmf-v4',
  authentication: { kind: 'oauth2', tokenPath: '/oauth2/token', clientAuthentication: 'basic' },
  headers: {},
  correlationHeader: 'X-Correlation-ID',
  reference: {
    header: null,
    shortest: 1,
    // The standard has no reference that must be unique.
    isRepeatHarmless: false,
    attributes: { '622': 'externalId', '654': 'reason', '676': 'correlatorId' },
  },
  channel: 'WEBPORTAL',
  paths: {
    '620': '/tmf-api/productCatalogManagement/v4',
    '622': '/tmf-api/productOrderingManagement/v4',
    '637': '/tmf-api/productInventory/v4',
    '654': '/tmf-api/prepayBalanceManagement/v4',
    '666': '/tmf-api/accountManagement/v4',
    '676': '/tmf-api/payment/v4',
    '678': '/tmf-api/customerBillManagement/v4',
    '699': '/tmf-api/sales/v4',
  },
  words: {},
  filters: { productAccount: 'billingAccount.id', billAccount: 'billingAccount.id', offerState: 'lifecycleStatus' },
  paging: { offset: 'offset', limit: 'limit', totalHeader: 'X-Total-Count' },
  msisdn: { format: 'international', productFilter: 'realizingResource.value', bucketFilter: 'logicalResource.id' },
  lineType: {
    source: { kind: 'characteristic', name: 'lineType' },
    map: { PREPAID: 'PREPAID', POSTPAID: 'POSTPAID', HYBRID: 'HYBRID', BROADBAND: 'BROADBAND' },
  },
  buckets: { remainingField: 'remainingValue', accountWhenUnnamed: 'number' },
  balanceWrites: { referenceInPaymentMethod: false, findBy: 'reference', lineFilter: 'logicalResource.id' },
  catalogue: { categoryFrom: 'id', soldStates: ['Launched'], pageSize: 100, ordinaryServiceTypes: ['MOBILE', 'MIFI'] },
  // The documents have no call for it: this one is our proposal.
  exchangeRate: { path: '/exchange/v1/rate', parameters: { from: 'fromCurrency', to: 'toCurrency' }, field: 'rate' },
  accountRefusalCodes: ['60119', '60005'],
} as const satisfies OperatorProfile

/** Modelled on the public documents of a pan-African group: proves that deviations are only data. */
const ODD = {
  ...TMF_V4,
  name: 'odd',
  authentication: { kind: 'api-key', header: 'X-API-Key' },
  headers: { countryCode: '{country}' },
  reference: {
    header: 'transactionId',
    shortest: 5,
    isRepeatHarmless: true,
    attributes: { '622': 'transactionId', '654': 'transactionId', '676': 'transactionId' },
  },
  paths: {
    '620': '/odd/tmf-api/productcatalogmanagement/v1',
    '622': '/odd/tmf-api/productordering/v1',
    '637': '/odd/tmf-api/productinventory/v1',
    '654': '/odd/tmf-api/prepaybalancemanagement/v1',
    '666': '/odd/tmf-api/accountmanagement/v1',
    '676': '/odd/tmf-api/payment/v1',
    '678': '/odd/tmf-api/customerbillmanagement/v1',
    '699': '/odd/tmf-api/sales/v1',
  },
  msisdn: { format: 'international', productFilter: 'relatedParty.id', bucketFilter: 'relatedParty.id' },
  lineType: {
    source: {
      kind: 'call',
      path: '/odd/customers/v1/subscriberType',
      parameter: 'msisdn',
      fields: ['subscriptionType', 'subscriberType'],
    },
    map: { PREPAID: 'PREPAID', HYBRID: 'HYBRID', CONTRACT: 'POSTPAID', CONVERGED: 'BROADBAND' },
  },
  buckets: { remainingField: 'remainedAmount', accountWhenUnnamed: 'number' },
  balanceWrites: { referenceInPaymentMethod: false, findBy: 'history', lineFilter: 'logicalResource.id' },
  catalogue: { ...TMF_V4.catalogue, soldStates: ['Active', 'Launched'] },
  exchangeRate: { path: '/odd/forex/v1/rates', parameters: { from: 'source', to: 'target' }, field: 'exchangeRate' },
} as const satisfies OperatorProfile

export const OPERATOR_PROFILES = { 'tmf-v4': TMF_V4, odd: ODD } as const satisfies Record<string, OperatorProfile>
export type OperatorProfileName = keyof typeof OPERATOR_PROFILES
