import type { UssdWorld } from './ussd-world.ts'

export const KANNEL_KEY = 'sandbox-ussd-smpp'

/** Kannel's post for one message of a phone; `session` is two octets, as the network sent it. */
export type Posted = {
  id?: string
  from?: string
  operation?: number | null
  session?: readonly number[] | null
  text?: string
  key?: string
  address?: string
  metaData?: string
  contentType?: string
  body?: Buffer
}

export type KannelAnswer = { status: number; text: string; metaData: string | undefined }

let lastId = 0

const octets = (values: readonly number[]) => values.map((value) => `%${value.toString(16).padStart(2, '0')}`).join('')

/** As Debian's Kannel 1.4.5 was seen to post, with `send-sender`, `accept-x-kannel-headers` and both fields declared. */
export async function postByKannel({ portal }: UssdWorld, posted: Posted = {}): Promise<KannelAnswer> {
  const { id = `kannel-${(lastId += 1)}`, from = '+22790000001', operation = 1, session = [7, 0], text = '*222#' } = posted
  const fields = [
    ...(operation === null ? [] : [`ussd_service_op=${octets([operation])}`]),
    ...(session === null ? [] : [`its_session_info=${octets(session)}`]),
  ]
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/ussd/v1/kannel?id=${encodeURIComponent(id)}`,
    remoteAddress: posted.address ?? '127.0.0.1',
    headers: {
      authorization: `Basic ${Buffer.from(`ussd:${posted.key ?? KANNEL_KEY}`).toString('base64')}`,
      'content-type': posted.contentType ?? 'text/plain; charset="UTF-8"',
      'x-kannel-from': from,
      'x-kannel-to': '222',
      'x-kannel-meta-data': posted.metaData ?? `?smpp?${fields.join('&')}&`,
    },
    payload: posted.body ?? Buffer.from(text),
  })
  const metaData = answer.headers['x-kannel-meta-data']
  return { status: answer.statusCode, text: answer.body, metaData: typeof metaData === 'string' ? metaData : undefined }
}

let lastSession = 0

/** A phone behind SMPP; `again` repeats its last message as the network would, with another Kannel id. */
export function smppPhone(world: UssdWorld, number: string, { counts = true, session = (lastSession = (lastSession + 1) % 256) } = {}) {
  let count = 0
  let last: Posted = {}
  const send = (posted: Posted) => postByKannel(world, (last = { from: `+227${number}`, ...posted }))
  const info = () => [session, counts ? count << 1 : 0]
  return {
    session,
    dial(text = '*222#') {
      count = 0
      return send({ operation: 1, text, session: info() })
    },
    async press(...inputs: string[]) {
      let answer: KannelAnswer = { status: 0, text: '', metaData: undefined }
      for (const text of inputs) {
        count += 1
        answer = await send({ operation: 18, text, session: info(), id: `kannel-${(lastId += 1)}` })
      }
      return answer
    },
    /** The network repeats it: Kannel assigns another id. */
    again: () => postByKannel(world, { ...last, id: `kannel-${(lastId += 1)}` }),
    /** Kannel repeats its post: the id stays. */
    posted: () => postByKannel(world, last),
  }
}
