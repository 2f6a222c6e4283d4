/** I18: planted bugs about subjects. */
export const SUBJECT_MUTANTS = [
  {
    name: 'I18 what a delivery of ours settled is given back as not owed',
    file: 'work-order.ts',
    find: 'return (state) => applyDelivery(state, seen, {',
    replace: `const isPaid = plan.kind === 'track' && plan.order.subject && (await ports.readSubject(plan.order)).state === 'not-owed'
    const refused = { ok: true, value: { state: 'refused', reason: 'not-owed' } }
    return (state) => applyDelivery(state, isPaid ? refused : seen, {`,
  },
  {
    name: 'I18 what cannot be read is given back as not owed',
    file: 'apply-work.ts',
    find: "case 'unreadable': {\n      if (isPastDeadline(order, at.now)) return refuse(state, 'operator-unavailable', at)",
    replace: "case 'unreadable': {\n      return refuse(state, NOT_OWED, at)",
  },
  {
    name: 'I18 an open hub blocks other payers',
    file: 'subjects.ts',
    find: "return last ? { kind: 'held', until: holdEnd(last.attempt), by: last.rival.id } : { kind: 'owed' }",
    replace: "return rivals.length > 0 ? { kind: 'held', until: now, by: '' } : { kind: 'owed' }",
  },
  {
    name: 'I18 a start that the provider refused holds all the same',
    file: 'subjects.ts',
    find: 'return isOpen(attempt.state) && attempt.action !== null && !attempt.isLeft && now < holdEnd(attempt)',
    replace: 'return !attempt.isLeft && now < holdEnd(attempt)',
  },
  {
    name: 'I18 an open attempt holds for ever',
    file: 'subjects.ts',
    find: '!attempt.isLeft && now < holdEnd(attempt)',
    replace: '!attempt.isLeft',
  },
  {
    name: 'I18 a page that was left still holds',
    file: 'subjects.ts',
    find: 'attempt.action !== null && !attempt.isLeft',
    replace: 'attempt.action !== null',
  },
  {
    name: 'I18 nothing is ever held',
    file: 'subjects.ts',
    find: 'return last ?',
    replace: 'return last && false ?',
  },
  {
    name: 'I18 an attempt begins for what cannot be read',
    file: 'subjects.ts',
    find: "if (seen.state !== 'owed') return { kind: seen.state }",
    replace: "if (seen.state !== 'owed') return { kind: seen.state === 'unreadable' ? 'owed' : seen.state }",
  },
  {
    name: 'I18 an attempt begins for what another order has paid',
    file: 'subjects.ts',
    find: 'if (rivals.some((rival) => isPaidBy(rival, debt)))',
    replace: 'if (rivals.length < 0)',
  },
  {
    name: 'I18 the subject is read and nothing follows when an attempt begins',
    file: 'begin-attempt.ts',
    find: "if (standing && standing.kind !== 'owed') return",
    replace: "if (standing && standing.kind === 'held') return",
  },
  {
    name: 'I18 F63 a page is shown again without looking whether another has paid',
    file: 'begin-attempt.ts',
    find: "if (order.subject === null || !isOld || attempt.state !== 'WAITING' || attempt.doubt)",
    replace: 'if (attempt)',
  },
  {
    name: 'I18 a delivery that never left counts as sent, and what it pays for is not read again',
    file: 'apply-work.ts',
    find: 'sends: order.sends - 1, owedAt: null,',
    replace: '',
  },
  {
    name: 'I18 what the guard of the database refuses is tried again for ever',
    file: 'work-order.ts',
    find: "if (error instanceof SubjectTaken && !('failed' in outcome)) {",
    replace: "if (error instanceof SubjectTaken && !('failed' in outcome) && false) {",
  },
  {
    name: 'I18 F63 the second payer of a link is delivered too: only the operator is asked, which knows of no link',
    file: 'subjects.ts',
    find: 'return paidAt !== null && fulfilment !==',
    replace: "return debt !== '' && paidAt !== null && fulfilment !==",
  },
  {
    name: 'I18 the subject is not read again before the delivery',
    file: 'plan-work.ts',
    find: "order.fulfilment === 'QUEUED' && isToBeRead(order, now)",
    replace: "order.fulfilment === 'QUEUED' && isToBeRead(order, now) && false",
  },
  {
    name: 'I18 I9 an amount that changed after the payment is not delivered',
    file: 'work-order.ts',
    find: 'return (state) => applySubject(state, seen, at())',
    replace: "return (state) => applySubject(state, seen.debt === plan.order.subject?.debt ? seen : { state: 'not-owed' }, at())",
  },
]
