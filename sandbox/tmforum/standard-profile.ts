import type { FastifyRequest } from 'fastify'
import { textField } from '../pages/forms.ts'
import type { AccessTokens } from './access-tokens.ts'
import { textOf } from './collection-query.ts'
import type { Profile } from './profile.ts'
import { unauthorized } from './refusal.ts'

/** As the official v4 documents define, with OAuth 2, which they leave open. */
export function standardProfile(tokens: AccessTokens): Profile {
  return {
    name: 'standard',
    bases: {
      productInventory: ['/tmf-api/productInventory/v4'],
      prepayBalance: ['/tmf-api/prepayBalanceManagement/v4'],
      productCatalogue: ['/tmf-api/productCatalogManagement/v4'],
      productOrdering: ['/tmf-api/productOrderingManagement/v4'],
      customerBill: ['/tmf-api/customerBillManagement/v4'],
      payment: ['/tmf-api/paymentManagement/v4', '/tmf-api/payment/v4'], // the conformance kit uses one, the document the other
      account: ['/tmf-api/accountManagement/v4'],
      sales: ['/tmf-api/sales/v4'],
    },
    partialPageStatus: 200,
    soldState: 'Launched',
    isRepeatHarmless: false,
    admit(request) {
      const token = bearerOf(request)
      if (token === undefined) throw unauthorized('A bearer token is needed: POST /oauth2/token')
      if (!tokens.isValid(token)) throw unauthorized('The bearer token is unknown or has expired')
    },
    referenceOf: (request, field) => textField(request.body, field) || headerText(request, 'x-correlation-id'),
    shownReference: (field, reference) => (field === '' || reference === '' ? {} : { [field]: reference }),
    referenceInQuery: (query, field) => textOf(query, field),
  }
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
