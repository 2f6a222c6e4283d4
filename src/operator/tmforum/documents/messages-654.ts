import { flag, list, money, object, party, period, quantity, reference, text, time, whole, words } from './document-shapes.ts'
import { type Message, READ_ERRORS, WRITE_ERRORS } from './message.ts'

const usageType = words('monetary', 'voice', 'data', 'sms', 'other')
const actionStatus = words('created', 'failed', 'cancelled', 'completed')
const adjustType = words('recurring', 'oneTime')
const recurringPeriod = words('weekly', 'fortnightly', 'monthly')
const account = reference({ description: text, status: text })

const Bucket = object(
  {},
  {
    id: text,
    href: text,
    confirmationDate: time,
    description: text,
    isShared: flag,
    name: text,
    remainingValueName: text,
    requestedDate: time,
    logicalResource: list(reference()),
    partyAccount: account,
    product: list(reference()),
    relatedParty: list(party),
    remainingValue: quantity,
    reservedValue: quantity,
    status: words('active', 'suspended', 'expired'),
    usageType,
    validFor: period,
  },
)

/** What the three kinds of change may carry beside what each requires. */
const CHANGE = {
  description: text,
  reason: text,
  channel: reference(),
  logicalResource: list(reference()),
  product: list(reference()),
  requestor: party,
  validFor: period,
}
/** The same in an answer. */
const CHANGED = {
  ...CHANGE,
  id: text,
  href: text,
  confirmationDate: time,
  requestedDate: time,
  amount: quantity,
  bucket: reference(),
  partyAccount: account,
  relatedParty: list(party),
  usageType,
}
const TOPUP = {
  isAutoTopup: flag,
  numberOfPeriods: whole,
  voucher: text,
  balanceTopup: party,
  paymentMethod: reference(),
  recurringPeriod,
}

const NewTopup = object({ amount: quantity, usageType, bucket: reference(), partyAccount: account }, { ...CHANGE, ...TOPUP })
const Topup = object({ status: actionStatus }, { ...CHANGED, ...TOPUP })
const NewReservation = object({ usageType, bucket: reference(), partyAccount: account }, { ...CHANGE, amount: quantity })
const Reservation = object({ status: actionStatus }, CHANGED)
const NewAdjustment = object({ amount: quantity, usageType, bucket: reference() }, { ...CHANGE, adjustType })
const Adjustment = object({ status: actionStatus }, { ...CHANGED, adjustType })
const HistoryEntry = object(
  { status: actionStatus, receiverLogicalResource: reference() },
  {
    ...CHANGED,
    ...TOPUP,
    adjustType,
    costOwner: words('originator', 'receiver'),
    receiver: party,
    receiverBucket: reference(),
    receiverBucketUsageType: usageType,
    receiverProduct: reference(),
    transferCost: money,
  },
)

const SOURCE = 'TMF654 v4.0.0'

export const MESSAGES_654 = [
  {
    name: 'buckets of a line',
    system: '654',
    method: 'GET',
    path: '/bucket',
    source: SOURCE,
    answer: { status: 200, holds: Bucket, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['usageType', 'remainingValue (a purse)', 'id or href (to top up)'],
  },
  {
    name: 'top-up',
    system: '654',
    method: 'POST',
    path: '/topupBalance',
    source: SOURCE,
    sends: NewTopup,
    answer: { status: 201, holds: Topup, isList: false },
    errors: WRITE_ERRORS,
    reliesOn: [],
  },
  {
    name: 'top-ups by our reference',
    system: '654',
    method: 'GET',
    path: '/topupBalance',
    source: SOURCE,
    answer: { status: 200, holds: Topup, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['a filter on reason'],
  },
  {
    name: 'reservation',
    system: '654',
    method: 'POST',
    path: '/reserveBalance',
    source: SOURCE,
    sends: NewReservation,
    answer: { status: 201, holds: Reservation, isList: false },
    errors: WRITE_ERRORS,
    reliesOn: ['id or href (to release it)'],
  },
  {
    name: 'reservations by our reference',
    system: '654',
    method: 'GET',
    path: '/reserveBalance',
    source: SOURCE,
    answer: { status: 200, holds: Reservation, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['a filter on reason', 'id or href'],
  },
  {
    name: 'end of a reservation',
    system: '654',
    method: 'DELETE',
    path: '/reserveBalance/{id}',
    source: SOURCE,
    answer: { status: 204, holds: null, isList: false },
    errors: READ_ERRORS,
    reliesOn: [],
  },
  {
    name: 'adjustment',
    system: '654',
    method: 'POST',
    path: '/adjustBalance',
    source: SOURCE,
    sends: NewAdjustment,
    answer: { status: 201, holds: Adjustment, isList: false },
    errors: WRITE_ERRORS,
    reliesOn: [],
  },
  {
    name: 'adjustments by our reference',
    system: '654',
    method: 'GET',
    path: '/adjustBalance',
    source: SOURCE,
    answer: { status: 200, holds: Adjustment, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['a filter on reason', 'amount (its sign)'],
  },
  {
    name: 'history of a line',
    system: '654',
    method: 'GET',
    path: '/balanceActionHistory',
    source: SOURCE,
    answer: { status: 200, holds: HistoryEntry, isList: true },
    errors: READ_ERRORS,
    reliesOn: ['our reference, where the profile finds by history', 'amount (its sign) or adjustType'],
  },
] as const satisfies readonly Message[]
