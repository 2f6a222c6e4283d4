/** Planted bugs about SMS: recipients, contents and counts. */
export const MESSAGE_MUTANTS = [
  {
    name: 'I21 the line is told of a refund that it did not pay',
    file: 'messages.ts',
    find: "return CONNECTORS[connector].paymentMode === 'PAYMENT_GATEWAY' ? null : payer.msisdn",
    replace: 'return payer.msisdn',
  },
  {
    name: 'MSG-1 money that goes back is told to the line instead of the payer',
    file: 'messages.ts',
    find: '[{ kind: refundMessage(refund), attempt }]',
    replace: '[{ kind: refundMessage(refund), attempt: null }]',
  },
  {
    name: 'MSG-1 only the line hears of the delivery, and the payer who was promised an SMS gets none',
    file: 'messages.ts',
    find: '...(isPaidByOther ?',
    replace: '...(isPaidByOther && false ?',
  },
  {
    name: 'MSG-1 of two payers of one order only the first is told',
    file: 'messages.ts',
    find: 'return messagesSent.includes(kind) && !messagesSent.some(',
    replace: 'return messagesSent.includes(kind) || messagesSent.some(',
  },
  {
    name: 'MSG-1 an SMS is promised before anybody accepted anything',
    file: 'messages.ts',
    find: 'isReachable(attempt) && hasActed(attempt)',
    replace: 'isReachable(attempt)',
  },
  {
    name: 'MSG-2 no SMS is counted',
    file: 'messages.ts',
    find: 'return attempt !== null && !hasActed(attempt)',
    replace: 'return attempt !== null && !attempt',
  },
  {
    name: 'MSG-2 the limit of an hour is not applied',
    file: 'messages.ts',
    find: 'within(1) < most.inHour && ',
    replace: '',
  },
  {
    name: 'MSG-2 SMS about what was paid for count against the limit, and a delivery stays silent',
    file: 'messages.ts',
    find: 'return attempt !== null && !hasActed(attempt)',
    replace: 'return attempt === null || !hasActed(attempt)',
  },
]
