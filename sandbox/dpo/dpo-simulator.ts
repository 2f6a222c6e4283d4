import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { registerPayRoutes } from '../card-gateways/pay-routes.ts'
import { operation, type Simulator } from '../simulators/simulator.ts'
import { textField } from '../pages/forms.ts'
import type { World } from '../world/world.ts'
import { answer, refusal, type Refusal } from './dpo-answers.ts'
import { DPO_CALLS, payBack, type RefundJob } from './dpo-calls.ts'
import { dpoGateway, payByPhone } from './dpo-checkout.ts'
import { textIn } from './dpo-create-token.ts'
import { phoneAnswered } from './dpo-pay.ts'
import { createDpoTransactions, type DpoTransactions } from './dpo-transactions.ts'
import { parseXml, type XmlRecord, type XmlValue } from './xml.ts'

export const DPO_COMPANY_TOKEN = '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3'
const MAX_BODY_BYTES = 64 * 1024

/** DPO Pay: one address, XML both ways, a token for each payment, and an unsigned push. */
export const dpoSimulator: Simulator = {
  name: 'dpo',
  title: 'DPO Pay',
  about: { fr: 'Cartes et mobile money : XML, jeton et page de paiement', en: 'Cards and mobile money: XML, token and payment page' },
  path: '/sandbox/dpo/API/v6/',
  dialects: ['sparse'],
  async register(app, world) {
    const transactions = createDpoTransactions(world)
    world.notices.acceptedBy('dpo', ({ status, body }) => status === 200 && body.trim() === 'OK')
    world.prompts.onSettled('dpo', (prompt) => phoneAnswered(world, transactions, prompt))
    world.scheduler.handle<RefundJob>('dpo.refund', async (job) => {
      payBack(world, transactions, job)
      return 'done'
    })
    await registerApi(app, world, transactions)
    await registerPayRoutes(app, world, {
      gateway: dpoGateway(world, transactions),
      page: { route: '/sandbox/dpo/payv2.php', operation: 'pay-page', idOf: (request) => textField(request.query, 'ID') },
      payOtherwise: payByPhone(world, transactions),
    })
  },
}

/** Whatever content type is named, the body is XML: PHP's curl calls it a form. */
async function registerApi(app: FastifyInstance, world: World, transactions: DpoTransactions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
      const document = parseXml(String(body))
      done(null, document?.name === 'API3G' && typeof document.value === 'object' ? document.value : null)
    })

    for (const [address, calls] of Object.entries(ADDRESSES))
      scope.post(address, operation(requestName), async (request, reply) => {
        reply.type('application/xml; charset=utf-8')
        const read = readRequest(request.body as XmlRecord | null | undefined, calls)
        if (read.kind === 'refused') return answer(read.refusal.code, read.refusal.explanation)
        return DPO_CALLS[read.call]({ world, transactions, request: read.request, faults: noticeFaultsOf(request) })
      })
  })
}

type CallName = keyof typeof DPO_CALLS

/** As the document has them: each call at its address, and at no other. */
const ADDRESSES: Record<string, readonly CallName[]> = {
  '/sandbox/dpo/API/v6/': ['createToken', 'verifyToken', 'cancelToken', 'refundToken'],
  '/sandbox/dpo/API/v7/': ['verifyToken', 'verifyRefund'],
}

type ReadRequest = { kind: 'read'; call: CallName; request: XmlRecord } | { kind: 'refused'; refusal: Refusal }

/** What a fault calls the request: DPO has one address for every call. */
function requestName({ body }: FastifyRequest): string {
  return callNamed(textField(body, 'Request')) ?? 'unknown'
}

function callNamed(name: string): CallName | undefined {
  return Object.hasOwn(DPO_CALLS, name) ? (name as CallName) : undefined
}

function readRequest(request: XmlRecord | null | undefined, calls: readonly CallName[]): ReadRequest {
  const refuse = (code: Refusal['code'], about?: string): ReadRequest => ({ kind: 'refused', refusal: refusal(code, about) })
  if (!request) return refuse('804')
  const companyToken = textIn(request, 'CompanyToken')
  if (companyToken === '') return refuse('801')
  if (companyToken !== DPO_COMPANY_TOKEN) return refuse('802')
  const call = callNamed(textIn(request, 'Request'))
  if (call === undefined || !calls.includes(call)) return refuse('803')
  const repeated = repeatedTag(request)
  return repeated === undefined ? { kind: 'read', call, request } : refuse('960', repeated)
}

/** Only services may stand several times. */
function repeatedTag(record: XmlRecord): string | undefined {
  for (const [name, value] of Object.entries(record)) {
    if (Array.isArray(value) && name !== 'Service') return name
    for (const child of recordsIn(value)) {
      const repeated = repeatedTag(child)
      if (repeated !== undefined) return repeated
    }
  }
  return undefined
}

function recordsIn(value: XmlValue): XmlRecord[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'object')
}
