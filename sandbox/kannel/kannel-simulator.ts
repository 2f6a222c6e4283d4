import type { FastifyInstance, FastifyReply } from 'fastify'
import { operation, type Simulator } from '../simulators/simulator.ts'
import { faultsOf } from '../simulators/fault-hooks.ts'
import { isOperatorNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { deliveredReports, refusedReport, sendReports } from './delivery-reports.ts'
import { readSendSms, type SmsOrder } from './sendsms-request.ts'

const ACCEPTED = '0: Accepted for delivery'
const QUEUED = '3: Queued for later delivery'
const NO_SUCH_SUBSCRIBER = 'NACK/0x0000000b/Invalid Destination Address'
const TOO_LATE = 'NACK/validity expired'
const MINUTE_MS = 60_000

/** The SMS centre, as Kannel's smsbox shows it to the portal. */
export const kannelSimulator: Simulator = {
  name: 'sms',
  title: 'Kannel',
  about: { fr: 'Le centre SMS : envoi et accusés de réception', en: 'The SMS centre: sending and delivery reports' },
  path: '/cgi-bin/sendsms',
  register(app, world) {
    world.scheduler.handle<SmsOrder>('sms.land', async (order) => {
      await land(world, order)
      return 'done'
    })
    registerRoutes(app, world)
  },
}

function registerRoutes(app: FastifyInstance, world: World): void {
  app.get('/cgi-bin/sendsms', operation('sendsms'), async (request, reply) => {
    const read = readSendSms(request.raw.url?.split('?', 2)[1] ?? '')
    if (read.kind === 'refused') return answer(reply, read.status, read.reason)

    const { lateMs, ...faults } = faultsOf(request)
    if (lateMs === undefined) {
      await land(world, read.order, faults)
      return answer(reply, 202, ACCEPTED)
    }
    await queue(world, read.order, lateMs)
    return answer(reply, 202, QUEUED)
  })

  // Kannel takes XML and X-Kannel headers by POST, which the portal does not use; a posted form it refuses like this.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().on('end', () => done(null))
  })
  app.post('/cgi-bin/sendsms', operation('sendsms-post'), (_request, reply) =>
    answer(reply, 400, 'Missing receiver(s) number(s), rejected'),
  )
}

async function land(world: World, order: SmsOrder, faults = {}): Promise<void> {
  const { msisdn, from, text, parts } = order
  if (msisdn === null || !isOperatorNumber(msisdn)) return sendReports(world, order, refusedReport(NO_SUCH_SUBSCRIBER), faults)
  world.lines.find(msisdn)
  world.inbox.receive({ to: msisdn, from, text, parts })
  return sendReports(world, order, deliveredReports(), faults)
}

/** No link to the network for a while: sent late, unless the message is no longer wanted by then. */
async function queue(world: World, order: SmsOrder, lateMs: number): Promise<void> {
  const validMs = (order.validityMinutes ?? Infinity) * MINUTE_MS
  if (lateMs <= validMs) {
    world.scheduler.schedule({ kind: 'sms.land', data: order, afterMs: lateMs })
    return
  }
  const [report] = refusedReport(TOO_LATE)
  if (report) await sendReports(world, order, [{ ...report, afterMs: validMs }])
}

function answer(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/html').send(text)
}
