import type { LineType } from '../demo-identities.ts'
import type { Line } from '../world/lines.ts'
import { linesInQuery, lineOf } from './lines-in-query.ts'
import type { TmfRecord } from './collection-query.ts'
import { hrefOf, type Mount, type Resource } from './resource.ts'
import { internationalNumber } from '../world/numbers.ts'

const PATH = 'product'
const ID_LETTERS = 'LINE-'
const LINE_START = '2024-03-01T08:00:00.000Z'
const OFFERING_NAMES = {
  PREPAID: 'Ligne prépayée',
  POSTPAID: 'Ligne postpayée',
  HYBRID: 'Ligne hybride',
  BROADBAND: 'Routeur MiFi',
} as const satisfies Record<LineType, string>

/** TMF637: a number is a resource; the product that it realizes defines the kind of line. */
export function lineProducts(mount: Mount): Resource[] {
  const { world, profile } = mount
  const shown = profile.name === 'odd' ? shownOddly : shownByStandard
  const show = (line: Line): TmfRecord => {
    const id = `${ID_LETTERS}${internationalNumber(line.msisdn)}`
    return { id, href: hrefOf(mount, PATH, id), ...commonParts(line), ...shown(line) }
  }
  return [
    {
      path: PATH,
      list: {
        operation: 'product.find',
        run: (query) => linesInQuery(world, query, ['realizingResource.value', 'realizingResource.id', 'relatedParty.id']).map(show),
      },
      read: {
        operation: 'product.read',
        run(id) {
          const line = id.startsWith(ID_LETTERS) ? lineOf(world, id.slice(ID_LETTERS.length)) : undefined
          return line && show(line)
        },
      },
    },
  ]
}

function commonParts(line: Line): TmfRecord {
  return {
    status: 'active',
    isBundle: false,
    isCustomerVisible: true,
    startDate: LINE_START,
    productPrice: [],
    ...(line.accountNo === undefined ? {} : { billingAccount: { id: line.accountNo, '@referredType': 'BillingAccount' } }),
    '@type': 'Product',
  }
}

function shownByStandard(line: Line): TmfRecord {
  const number = internationalNumber(line.msisdn)
  return {
    name: OFFERING_NAMES[line.type],
    productOffering: { id: `LINE_${line.type}`, name: OFFERING_NAMES[line.type] },
    productSpecification: { id: 'MOBILE_LINE', name: 'Ligne mobile' },
    productCharacteristic: [{ name: 'lineType', valueType: 'string', value: line.type }],
    realizingResource: [{ id: number, value: number, '@referredType': 'MSISDN' }],
    relatedParty: [{ id: `CUST-${number}`, role: 'customer', '@referredType': 'Customer' }],
  }
}

/** Names lines by their party and has no line type: another call returns it. */
function shownOddly({ msisdn }: Line): TmfRecord {
  return {
    name: 'Ligne mobile',
    productOffering: { id: 'MOBILE_LINE', name: 'Ligne mobile' },
    productSpecification: { id: 'MOBILE_LINE', name: 'Ligne mobile' },
    productCharacteristic: [],
    relatedParty: [{ id: internationalNumber(msisdn), role: 'customer', '@referredType': 'Customer' }],
  }
}
