import type { Account } from '../world/accounts.ts'
import { textOf, type TmfRecord } from './collection-query.ts'
import { refuseSomeAccounts } from './refused-accounts.ts'
import { hrefOf, type Mount, type Resource } from './resource.ts'
import { internationalNumber } from '../world/numbers.ts'
import { CURRENCY } from '../operator.ts'

const PATH = 'billingAccount'
/** When this operator began to keep accounts: the documents want a beginning for contacts and balances. */
const SINCE = { startDateTime: '2024-03-01T08:00:00.000Z' }

/** TMF666: who holds an account, and how to reach them. */
export function billingAccounts(mount: Mount): Resource[] {
  const { accounts } = mount.world
  return [
    {
      path: PATH,
      list: {
        operation: 'account.list',
        run(query) {
          refuseSomeAccounts(textOf(query, 'id'))
          return accounts.all().map((account) => shownAccount(mount, account))
        },
      },
      read: {
        operation: 'account.read',
        run(id) {
          refuseSomeAccounts(id)
          const account = accounts.find(id)
          return account && shownAccount(mount, account)
        },
      },
    },
  ]
}

function shownAccount(mount: Mount, account: Account): TmfRecord {
  const { accountNo, kind, holder } = account
  const owed = mount.world.accounts.outstanding(accountNo)
  return {
    id: accountNo,
    href: hrefOf(mount, PATH, accountNo),
    name: holder,
    accountType: kind,
    state: 'active',
    paymentStatus: owed > 0 ? 'due' : 'paid',
    accountBalance: [{ balanceType: 'receivable', amount: { unit: CURRENCY, value: owed }, validFor: SINCE }],
    contact: [
      { contactName: holder, contactType: 'primary', partyRoleType: 'customer', validFor: SINCE, contactMedium: contactMedia(account) },
    ],
    relatedParty: [{ id: `CUST-${accountNo}`, name: holder, role: 'customer', '@referredType': 'Customer' }],
    '@type': 'BillingAccount',
  }
}

function contactMedia({ email, msisdn }: Account): object[] {
  const mail = email === undefined ? [] : [{ mediumType: 'email', preferred: true, characteristic: { emailAddress: email } }]
  const phone =
    msisdn === undefined
      ? []
      : [{ mediumType: 'phone', preferred: email === undefined, characteristic: { phoneNumber: internationalNumber(msisdn) } }]
  return [...mail, ...phone]
}
