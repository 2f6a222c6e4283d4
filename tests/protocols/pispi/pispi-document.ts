import {
  among,
  anything,
  list,
  NO_FIELDS,
  record,
  text,
  truth,
  whole,
  type Call,
  type Fields,
  type Message,
  type ProtocolDocument,
} from '../protocol-document.ts'
import { PISPI_READINGS } from './pispi-readings.ts'

const API = 'PI API Business, OpenAPI 1.0.0 (lomiafrica/pi-spi-sdk: openapi.json)'
const NEWER = 'PI API Business 1.5.0, as others read it'

const reference = text('ABCDEFGH2345', { atMost: 35 })
const moment = text('2026-11-15T12:02:00.000Z', { pattern: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ })
const end2endId = text('ENEB00120261115120000ABCDEFGHIJKLMN', { pattern: /^[A-Za-z0-9]{7,35}$/ })
const alias = text('9b1b2499-3e50-435b-b757-ac7a83d8aa8c')

/** The document marks no field of an answer as required; these are the ones without which it says nothing. */
const shown: Fields = {
  payeurAlias: text('+22790000001'),
  payeAlias: alias,
  confirmation: truth(false),
  categorie: among('500', '521', '401'),
  motif: text('Recharge', { atMost: 140 }),
  payeurNom: text('Nom'),
  payeurPays: text('NE', { pattern: /^[A-Z]{2}$/ }),
  dateLimitePaiement: moment,
  dateLimiteReponse: moment,
  dateDemande: moment,
  dateEnvoi: moment,
  dateReponse: moment,
  dateIrrevocabilite: moment,
  end2endId,
}
const REASONS = [
  'BE23',
  'DU03',
  'AC04',
  'AC06',
  'AEXR',
  'AG03',
  'AG10',
  'AG11',
  'ALAC',
  'AM02',
  'AM09',
  'AM14',
  'APAR',
  'ARFR',
  'ARJR',
  'BE01',
  'BE05',
  'FR01',
  'RR07',
  // Version 1.5.0 names more of them.
  'AG07',
  'AB05',
  'FF10',
] as const

const askToken: Message = {
  source: `${API}, OAuth2, clientCredentials`,
  body: record({ grant_type: among('client_credentials') }, { scope: text('demande_paiement.write') }),
  reliesOn: ['all of it'],
}

const request: Message = {
  source: `${API}, POST /demandes-paiements, immediate e-commerce`,
  body: record(
    {
      txId: reference,
      payeurAlias: text('+22790000001'),
      payeAlias: alias,
      montant: whole(1500),
      confirmation: truth(false),
      categorie: among('521'),
      dateLimitePaiement: moment,
    },
    { motif: text('Recharge', { atMost: 140 }) },
  ),
  reliesOn: ['all of it'],
}

const problem: Message = {
  source: `${API}, Problem7807`,
  body: record(
    { title: text('Bad Request') },
    {
      type: text('about:blank'),
      status: whole(400),
      detail: text('in words'),
      'invalid-params': list(record({ name: text('montant'), reason: text('in words') })),
    },
  ),
  reliesOn: ['title'],
}

const payment: Fields = {
  txId: reference,
  end2endId,
  montant: whole(1500),
  statut: among('IRREVOCABLE'),
}

const headers = record({ authorization: text('Bearer t', { pattern: /^Bearer .+/ }), 'x-api-key': text('k') })
const call = (method: Call['method'], path: string, body: Message | null, answers: Call['answers'], source = API): Call => ({
  source: body?.source ?? `${source}, ${method} ${path}`,
  method,
  path: `/piz/v1${path}`,
  headers,
  query: NO_FIELDS,
  request: body,
  writtenAs: 'json',
  answers,
})

/** PI-SPI, the instant payments of the BCEAO, as participants offer them to businesses. */
export const PISPI: ProtocolDocument = {
  title: 'PI-SPI',
  documents: [API, NEWER],
  calls: {
    token: {
      source: askToken.source,
      method: 'POST',
      path: '/oauth/token',
      headers: record({ authorization: text('Basic eA==', { pattern: /^Basic .+/ }) }),
      query: NO_FIELDS,
      request: askToken,
      writtenAs: 'form',
      answers: { 200: ['token'] },
    },
    request: call('POST', '/demandes-paiements', request, {
      200: ['requested', 'rejected'],
      400: ['problem'],
      401: ['problem'],
      503: ['problem'],
    }),
    state: call('GET', '/demandes-paiements/{txId}', null, {
      200: ['requestPaid', 'requestOpen', 'rejected'],
      401: ['problem'],
      404: ['problem'],
      503: ['problem'],
    }),
    received: call('GET', '/paiements-recus/{txId}', null, { 200: ['received'], 404: ['problem'], 503: ['problem'] }, NEWER),
    return: call('PUT', '/paiements/{payment}/retours', null, {
      200: ['received'],
      403: ['problem'],
      404: ['problem'],
      503: ['problem'],
    }),
  },
  messages: {
    askToken,
    request,
    problem,
    token: {
      source: 'RFC 6749, 5.1',
      body: record({ access_token: text('t') }, { token_type: text('Bearer'), expires_in: anything(3600), scope: text('x') }),
      reliesOn: ['access_token', 'expires_in'],
    },
    requested: {
      source: `${API}, DemandePaiementReponse`,
      body: record({ txId: reference, montant: whole(1500), statut: among('INITIE', 'ENVOYE') }, shown),
      reliesOn: ['txId', 'statut', 'end2endId'],
      decides: 'statut',
    },
    requestOpen: {
      source: `${API}, DemandePaiementConsultationReponse`,
      body: record({ txId: reference, montant: whole(1500), statut: among('INITIE', 'ENVOYE') }, shown),
      reliesOn: ['txId', 'statut'],
      decides: 'statut',
    },
    requestPaid: {
      source: `${API}, DemandePaiementConsultationReponse`,
      body: record({ txId: reference, montant: whole(1500), statut: among('IRREVOCABLE') }, shown),
      reliesOn: ['txId', 'statut', 'montant', 'payeAlias', 'end2endId'],
      decides: 'statut',
    },
    rejected: {
      source: `${API}, DemandePaiementStatutRaison; ${NEWER}`,
      body: record({ txId: reference, statut: among('REJETE'), statutRaison: among(...REASONS) }, { ...shown, montant: whole(1500) }),
      reliesOn: ['txId', 'statut', 'statutRaison'],
      decides: 'statutRaison',
    },
    received: {
      source: `${API}, Paiement and RetourStatut`,
      body: record(payment, {
        ...shown,
        ...payment,
        retourStatut: among('INITIE', 'ENVOYE', 'IRREVOCABLE', 'REJETE'),
        retourStatutRaison: text('AG10'),
        retourDateDemande: moment,
        retourDateIrrevocabilite: moment,
      }),
      reliesOn: ['txId', 'end2endId', 'montant', 'statut', 'payeAlias', 'retourStatut', 'retourStatutRaison'],
      decides: 'retourStatut',
    },
    notice: {
      source: `${API}, WebhookEventsList; ${NEWER}, X-Signature`,
      body: record({
        data: list(
          record(
            { evCode: text('PAIEMENT_RECU'), evDate: moment, end2endId, montant: whole(1500) },
            { txId: reference, client: text('Nom'), alias, motif: text('AEXR') },
          ),
          1,
        ),
        meta: record({ total: whole(1) }),
      }),
      reliesOn: ['data[].evCode', 'data[].txId', 'data[].end2endId', 'data[].montant', 'data[].alias'],
    },
  },
  webhooks: ['notice'],
  readings: PISPI_READINGS,
}
