import { anything, flag, list, money, number, object, party, period, reference, text, time, unread, words } from './document-shapes.ts'
import { type Message, READ_ERRORS, WRITE_ERRORS } from './message.ts'

const Product = object(
  {},
  {
    id: text,
    href: text,
    description: text,
    isBundle: flag,
    isCustomerVisible: flag,
    name: text,
    orderDate: time,
    productSerialNumber: text,
    startDate: time,
    terminationDate: time,
    agreement: list(unread),
    billingAccount: reference(),
    place: list(unread),
    product: list(unread),
    productCharacteristic: list(object({ name: text, value: anything }, { valueType: text })),
    productOffering: reference(),
    productOrderItem: list(unread),
    productPrice: list(unread),
    productRelationship: list(unread),
    productSpecification: reference({ version: text, targetProductSchema: unread }),
    productTerm: list(unread),
    realizingResource: list(reference({ value: text })),
    realizingService: list(reference()),
    relatedParty: list(party),
    // The document spells one of them with a blank.
    status: words('active', 'created', 'pendingActive', 'cancelled', 'pendingTerminate', 'terminated', 'suspended', 'aborted '),
  },
)

const medium = object(
  {},
  {
    mediumType: text,
    preferred: flag,
    characteristic: object(
      {},
      {
        city: text,
        contactType: text,
        country: text,
        emailAddress: text,
        faxNumber: text,
        phoneNumber: text,
        postCode: text,
        socialNetworkId: text,
        stateOrProvince: text,
        street1: text,
        street2: text,
      },
    ),
    validFor: period,
  },
)
/** In 666 a party has a name as well. */
const accountParty = reference({ role: text }, { '@referredType': text, name: text })
const Account = object(
  { name: text, relatedParty: list(accountParty, 1) },
  {
    id: text,
    href: text,
    accountType: text,
    description: text,
    lastModified: time,
    paymentStatus: text,
    state: text,
    accountBalance: list(object({ balanceType: text, amount: money, validFor: period })),
    accountRelationship: list(unread),
    billStructure: unread,
    contact: list(
      object(
        { contactType: text, validFor: period },
        { contactName: text, partyRoleType: text, contactMedium: list(medium), relatedParty: accountParty },
      ),
    ),
    creditLimit: money,
    defaultPaymentMethod: reference(),
    financialAccount: unread,
    paymentPlan: list(unread),
    taxExemption: list(unread),
  },
)

const Bill = object(
  {},
  {
    id: text,
    href: text,
    billDate: time,
    billNo: text,
    category: text,
    lastUpdate: time,
    nextBillDate: time,
    paymentDueDate: time,
    runType: text,
    amountDue: money,
    appliedPayment: list(unread),
    billDocument: list(unread),
    billingAccount: reference(),
    billingPeriod: period,
    financialAccount: unread,
    paymentMethod: reference(),
    relatedParty: list(reference({ role: text })),
    remainingAmount: money,
    state: words('sent', 'new', 'onHold', 'validated', 'partiallyPaid', 'settled'),
    taxExcludedAmount: money,
    taxIncludedAmount: money,
    taxItem: list(object({}, { taxCategory: text, taxRate: number, taxAmount: money })),
  },
)

const account = reference({ description: text })
const paymentMethod = object(
  {},
  {
    id: text,
    href: text,
    description: text,
    isPreferred: flag,
    name: text,
    status: text,
    statusDate: time,
    account: list(account),
    relatedParty: party,
    validFor: period,
    '@referredType': text,
  },
)
const PAYMENT = {
  authorizationCode: text,
  correlatorId: text,
  description: text,
  name: text,
  amount: money,
  channel: reference(),
  payer: party,
  paymentItem: list(object({ item: reference() }, { id: text, amount: money, taxAmount: money, totalAmount: money })),
  taxAmount: money,
}
const NewPayment = object({ account, paymentMethod, totalAmount: money }, PAYMENT)
const Payment = object(
  { account, paymentMethod },
  { ...PAYMENT, id: text, href: text, paymentDate: time, status: text, statusDate: time, totalAmount: money },
)

const LEAD = {
  description: text,
  rating: text,
  referredDate: time,
  statusChangeReason: text,
  type: text,
  category: reference({ version: text }),
  channel: reference(),
  estimatedRevenue: money,
  marketSegment: reference(),
  marketingCampaign: reference(),
  note: list(object({}, { id: text, author: text, date: time, text })),
  priority: words('low', 'medium', 'high'),
  product: reference(),
  productOffering: reference(),
  productSpecification: reference({ version: text, targetProductSchema: unread }),
  prospectContact: list(medium),
  relatedParty: list(party),
  salesOpportunity: reference(),
  validFor: period,
}
const NewLead = object({ name: text }, LEAD)
const Lead = object(
  {},
  {
    ...LEAD,
    id: text,
    href: text,
    name: text,
    creationDate: time,
    statusChangeDate: time,
    status: words('acknowledged', 'accepted', 'cancelled', 'inProgress', 'pending', 'rejected'),
  },
)

export const ACCOUNT_AND_LEAD_MESSAGES = [
  {
    name: 'products of a line',
    system: '637',
    method: 'GET',
    path: '/product',
    source: 'TMF637 v4.0.0',
    answer: { status: 200, holds: Product, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['a filter on the number', 'the characteristic that names the type of the line, or a call of the operator’s own'],
  },
  {
    name: 'account',
    system: '666',
    method: 'GET',
    path: '/billingAccount/{id}',
    source: 'TMF666 v4.0.0',
    answer: { status: 200, holds: Account, isList: false },
    errors: READ_ERRORS,
    reliesOn: ['a contact medium with e-mail or phone (to prove whose it is)'],
  },
  {
    name: 'bills of an account',
    system: '678',
    method: 'GET',
    path: '/customerBill',
    source: 'TMF678 v4.0.0',
    answer: { status: 200, holds: Bill, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['a filter on the account', 'remainingAmount or amountDue', 'billNo, id or href', 'one of its dates'],
  },
  {
    name: 'payment of a bill',
    system: '676',
    method: 'POST',
    path: '/payment',
    source: 'TMF676 v4.0.0',
    sends: NewPayment,
    answer: { status: 201, holds: Payment, isList: false },
    errors: WRITE_ERRORS,
    reliesOn: [],
  },
  {
    name: 'payments by our reference',
    system: '676',
    method: 'GET',
    path: '/payment',
    source: 'TMF676 v4.0.0',
    answer: { status: 200, holds: Payment, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['a filter on correlatorId', 'status (free text)'],
  },
  {
    name: 'lead',
    system: '699',
    method: 'POST',
    path: '/salesLead',
    source: 'TMF699 v4.0.0',
    sends: NewLead,
    answer: { status: 201, holds: Lead, isList: false },
    errors: WRITE_ERRORS,
    reliesOn: [],
  },
  {
    name: 'state of a lead',
    system: '699',
    method: 'GET',
    path: '/salesLead/{id}',
    source: 'TMF699 v4.0.0',
    answer: { status: 200, holds: Lead, isList: false },
    errors: READ_ERRORS,
    reliesOn: ['for leads that were not sent here: creationDate or statusChangeDate, and the phone in prospectContact'],
  },
] as const satisfies readonly Message[]
