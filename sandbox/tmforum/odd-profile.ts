import type { FastifyRequest } from 'fastify'
import { textOf } from './collection-query.ts'
import type { Profile } from './profile.ts'
import { badRequest, unauthorized } from './refusal.ts'
import { COUNTRY } from '../operator.ts'

const API_KEY = 'sandbox-odd-key'
const TRANSACTION_ID = /^[\x21-\x7e]{5,20}$/

/** Differs as deployments in the region do: other addresses, an API key instead of OAuth, the reference in a header of every write. */
export const ODD_PROFILE: Profile = {
  name: 'odd',
  bases: {
    productInventory: ['/odd/tmf-api/productinventory/v1'],
    prepayBalance: ['/odd/tmf-api/prepaybalancemanagement/v1'],
    productCatalogue: ['/odd/tmf-api/productcatalogmanagement/v1'],
    productOrdering: ['/odd/tmf-api/productordering/v1'],
    customerBill: ['/odd/tmf-api/customerbillmanagement/v1'],
    payment: ['/odd/tmf-api/payment/v1'],
    account: ['/odd/tmf-api/accountmanagement/v1'],
    sales: ['/odd/tmf-api/sales/v1'],
  },
  partialPageStatus: 206,
  soldState: 'Active',
  isRepeatHarmless: true,
  admit(request) {
    if (request.headers['x-api-key'] !== API_KEY) throw unauthorized('The header X-API-Key is missing or wrong')
    if (request.headers['countrycode'] !== COUNTRY.code) throw badRequest(`The header countryCode must be ${COUNTRY.code}`)
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    if (isWrite && !TRANSACTION_ID.test(transactionId(request))) {
      throw badRequest('The header transactionId must have 5 to 20 ASCII characters')
    }
  },
  referenceOf: transactionId,
  shownReference: (_field, reference): Record<string, string> => (reference === '' ? {} : { transactionId: reference }),
  referenceInQuery: (query) => textOf(query, 'transactionId'),
}

function transactionId(request: FastifyRequest): string {
  const value = request.headers['transactionid']
  return typeof value === 'string' ? value : ''
}
