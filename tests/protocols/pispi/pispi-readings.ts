import { reading, type Answer, type Reading } from '../protocol-document.ts'

/** What our connector must make of PI-SPI's messages (pispi-document.ts). */

const TOKEN: Answer = { status: 200, message: 'token', given: {} }
const NOT_THERE: Answer = { status: 404, message: 'problem', given: {} }
/** Without the optional state of a return, which the largest message has. */
const RECEIVED: Answer = { status: 200, message: 'received', given: { retourStatut: undefined, retourStatutRaison: undefined } }
const WITH_TOKEN = { others: { token: TOKEN } }
const PAID_BEFORE = { others: { token: TOKEN, received: RECEIVED } }

const rejectedStart = (statutRaison: string, means: string) => reading('request', 200, 'rejected', { statutRaison }, means, WITH_TOKEN)
const rejected = (statutRaison: string, means: string) => reading('state', 200, 'rejected', { statutRaison }, means, WITH_TOKEN)
const problem = (of: string, status: number, means: string, others: Reading['others'] = { token: TOKEN }) =>
  reading(of, status, 'problem', {}, means, { others })
const paid = (given: Answer['given'], means: string, more: Partial<Reading> = PAID_BEFORE) =>
  reading('state', 200, 'requestPaid', { statut: 'IRREVOCABLE', ...given }, means, more)
const returned = (of: string, retourStatut: string | undefined, means: string, more: Partial<Reading> = {}) =>
  reading(of, 200, 'received', { retourStatut }, means, more)

export const PISPI_READINGS: readonly Reading[] = [
  reading('token', 200, 'token', {}, 'accepted', {
    others: { request: { status: 200, message: 'requested', given: { statut: 'ENVOYE' } } },
  }),

  reading('request', 200, 'requested', { statut: 'ENVOYE' }, 'accepted', WITH_TOKEN),
  // Waits for a confirmation that was not asked for: no payer is asked, and a request may exist.
  reading('request', 200, 'requested', { statut: 'INITIE' }, 'no answer', WITH_TOKEN),
  reading('request', 200, 'requested', { statut: 'ENVOYE', txId: 'ANOTHER' }, 'no answer', WITH_TOKEN),
  rejectedStart('DU03', 'no answer'),
  rejectedStart('BE23', 'rejected payer_unknown'),
  rejectedStart('AM02', 'rejected limit'),
  rejectedStart('AG11', 'rejected config'),
  problem('request', 400, 'rejected provider'),
  problem('request', 401, 'rejected config'),
  problem('request', 503, 'no answer'),

  ...['INITIE', 'ENVOYE'].map((statut) => reading('state', 200, 'requestOpen', { statut }, 'pending', WITH_TOKEN)),
  paid({}, 'paid'),
  paid({}, 'paid', { others: { token: TOKEN, received: NOT_THERE } }),
  paid({ txId: 'ANOTHER' }, 'unrecognised'),
  paid({ montant: 150_000 }, 'unrecognised'),
  paid({ payeAlias: 'another' }, 'unrecognised'),
  ...['AG07'].map((code) => rejected(code, 'declined insufficient_funds')),
  ...['AM02', 'AM14'].map((code) => rejected(code, 'declined limit')),
  ...['AC04', 'BE01', 'BE23'].map((code) => rejected(code, 'declined payer_unknown')),
  ...['AB05', 'AG10', 'FF10'].map((code) => rejected(code, 'declined provider')),
  ...['AG03', 'AG11'].map((code) => rejected(code, 'declined config')),
  rejected('AC06', 'declined pin_locked'),
  rejected('ARJR', 'declined other'),
  rejected('AEXR', 'expired'),
  ...['ARFR', 'BE05', 'AM09', 'RR07', 'FR01'].map((code) => rejected(code, 'cancelled')),
  // The payment is said to be paid or accepted already: no end.
  ...['DU03', 'ALAC', 'APAR'].map((code) => rejected(code, 'unrecognised')),
  problem('state', 401, 'unrecognised'),
  problem('state', 404, 'unrecognised'),
  problem('state', 503, 'no answer'),

  // Asked for when a refund is looked up.
  returned('received', undefined, 'absent', WITH_TOKEN),
  ...['INITIE', 'ENVOYE'].map((state) => returned('received', state, 'refunding', WITH_TOKEN)),
  returned('received', 'IRREVOCABLE', 'refunded', WITH_TOKEN),
  returned('received', 'REJETE', 'declined provider', WITH_TOKEN),
  problem('received', 404, 'unrecognised'),
  problem('received', 503, 'no answer'),

  ...['INITIE', 'ENVOYE'].map((state) => returned('return', state, 'refunding', PAID_BEFORE)),
  returned('return', 'IRREVOCABLE', 'refunded', PAID_BEFORE),
  returned('return', 'REJETE', 'declined provider', PAID_BEFORE),
  problem('return', 403, 'declined provider', PAID_BEFORE.others),
  problem('return', 404, 'unrecognised', PAID_BEFORE.others),
  problem('return', 503, 'no answer', PAID_BEFORE.others),

  reading('notice', 0, 'notice', { data: [event('PAIEMENT_RECU')] }, 'paid'),
  reading('notice', 0, 'notice', { data: [event('RTP_REJETE')] }, 'unrecognised'),
  reading('notice', 0, 'notice', { data: [event('RETOUR_ENVOYE')] }, 'unrecognised'),
  reading('notice', 0, 'notice', { data: [event('PAIEMENT_ENVOYE')] }, 'irrelevant'),
]

function event(evCode: string) {
  return {
    evCode,
    evDate: '2026-11-15T12:00:10.000Z',
    txId: 'ABCDEFGH2345',
    end2endId: 'ENEB00120261115120000ABCDEFGHIJKLMN',
    montant: 1500,
  }
}
