import { anOrder } from './connector-testing.ts'
import type {
  AttemptRef,
  ConnectorContext,
  Observation,
  PaymentOrder,
  RawRequest,
  EncryptedSecret,
  SecretKey,
  StartResult,
} from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { createWithPortal, SandboxedFace, type FaceTraits, type FaultEffects } from './sandboxed-provider.ts'

/** A wallet as the sandbox simulates it, with its payer's phone. For tests only. */

type Outcome = { state: Observation['state']; reason?: string; final?: boolean; attemptsLeft?: number }
/** A response to one kind of query, as this wallet writes it. */
export type Told = { operation: string; body: object }

/** What differs from wallet to wallet. */
export type WalletTraits = FaceTraits & {
  /** How the payer agrees. */
  agreesBy: 'phone' | 'pin'
  /** The calls that move money; `start` where a start makes other calls before the one that counts. */
  operations: { pay: string; start?: string; refund?: string }
  /** A refund is done with its answer, and no call asks about it: only the payment's own state shows it. */
  isRefundedAtOnce?: true
  /** Its webhook says that the payment is paid, and no amount. */
  noticeNamesNoAmount?: true
  /** An unknown value in the field that a query reads the outcome from. */
  unheardOf(attempt: AttemptRef, providerTxnId: string): Told
  /** A paid payment of this amount, where a query can show one. */
  quoting: ((attempt: AttemptRef, paid: { providerTxnId: string; amount: Money }) => Told) | null
  forgedNotice: RawRequest['body']
  outcomes: { declined: Outcome; ignored: Outcome; locked: Outcome }
}

export const PIN = '1234'

/** What the core stores of an attempt. */
export type Begun = { order: PaymentOrder; attempt: AttemptRef; started: StartResult; key: SecretKey | null }

export class SandboxedWallet extends SandboxedFace<WalletTraits> {
  /** Every request of ours, as it was sent: addresses, headers, bodies. */
  readonly sent: string[] = []

  override context(order: Pick<PaymentOrder, 'ref'>, timeoutMs?: number): ConnectorContext {
    const context = super.context(order, timeoutMs)
    return {
      ...context,
      fetch: (input, init) => {
        this.sent.push(JSON.stringify([input, init?.method, init?.headers, init?.body]))
        return context.fetch(input, init)
      },
    }
  }

  newOrder(changes: Partial<PaymentOrder> & { msisdn?: string } = {}): PaymentOrder {
    const { msisdn = '90000001', ...rest } = changes
    const correlationId = crypto.randomUUID()
    const ref = correlationId.replaceAll('-', '').toUpperCase().replace(/[01]/g, 'Z').slice(0, 12)
    return anOrder({ ref, correlationId, payer: { msisdn, email: null }, ...rest })
  }

  async begin(changes: Partial<PaymentOrder> & { msisdn?: string } = {}): Promise<Begun> {
    const order = this.newOrder(changes)
    const started = await this.connector.start(this.context(order), order)
    const action = started.kind === 'accepted' ? started.action : null
    const providerRef = started.kind === 'accepted' ? started.providerRef : null
    return { order, started, attempt: attemptOf(order, { providerRef }), key: action?.type === 'enter-pin' ? action.key : null }
  }

  async beginAndAgree(changes: Partial<PaymentOrder> & { msisdn?: string } = {}): Promise<Begun> {
    return this.agree(await this.begin(changes))
  }

  /** The payer's part, as this wallet requires it; returns the attempt as the core stores it afterwards. */
  async agree(begun: Begun): Promise<Begun> {
    if (this.traits.agreesBy === 'phone') {
      await this.answerPrompt(begun.order, { answer: 'accept', pin: PIN })
      return begun
    }
    const { attempt } = await this.enterPin(begun, PIN)
    return { ...begun, attempt }
  }

  /** One PIN, encrypted as a browser does it. `attempt` counts it even when the response never came. */
  async enterPin({ order, attempt, key }: Begun, pin: string, { seal = {}, timeoutMs }: EnterPin = {}) {
    if (!key) throw new Error('this payment has no key to seal a PIN to')
    const counted = { ...attempt, secretsSent: attempt.secretsSent + 1 }
    const secret = await sealed(pin, { key, label: order.ref, ...seal })
    const answer = this.connector.submitSecret?.(this.context(order, timeoutMs), counted, secret)
    const seen = await Promise.resolve(answer).catch((error: unknown) => error as Error)
    return { attempt: counted, seen, secret }
  }

  /** The wallet's own id of the payment, if a webhook contained it: the core stores it. */
  named(): Partial<Pick<AttemptRef, 'providerRef'>> {
    const read = this.webhooks.map((webhook) => this.connector.parseWebhook?.(webhook))
    const told = read.find((webhook) => typeof webhook === 'object' && webhook.providerRef !== undefined)
    return typeof told === 'object' && told.providerRef !== undefined ? { providerRef: told.providerRef } : {}
  }

  async ask(attempt: AttemptRef, timeoutMs?: number): Promise<Observation | undefined> {
    return this.connector.query?.(this.context(attempt, timeoutMs), attempt)
  }

  async prompts({ payer }: PaymentOrder): Promise<{ id: string; amount: number; payee: string; state: string }[]> {
    return JSON.parse(await this.control('GET', `/control/prompts/${payer.msisdn}`)) as Awaited<ReturnType<typeof this.prompts>>
  }

  async answerPrompt(order: PaymentOrder, answer: { answer: 'accept' | 'decline'; pin?: string }): Promise<void> {
    const waiting = (await this.prompts(order)).find(({ state }) => state === 'waiting')
    await this.control('POST', `/control/prompts/${order.payer.msisdn}/${waiting?.id}`, answer)
  }

  /** The sandbox's complete state. */
  async everythingShown(order: PaymentOrder): Promise<string> {
    const paths = ['/control/ledger', '/control/notices', `/control/prompts/${order.payer.msisdn}`, `/control/sms/${order.payer.msisdn}`]
    return (await Promise.all(paths.map((path) => this.control('GET', path)))).join('\n')
  }

  async misbehaveWhenPaying(effects: FaultEffects): Promise<void> {
    await this.misbehave(effects, this.traits.operations.pay)
  }
}

type EnterPin = { seal?: { key?: SecretKey; label?: string }; timeoutMs?: number }

export function attemptOf(order: PaymentOrder, changes: Partial<AttemptRef> = {}): AttemptRef {
  const { ref, correlationId, amount, payer } = order
  return { ref, correlationId, amount, payer, providerRef: null, secretsSent: 0, createdAt: new Date(), ...changes }
}

export async function sealed(pin: string, { key, label }: { key: SecretKey; label: string }): Promise<EncryptedSecret> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('spki', Buffer.from(key.spki, 'base64'), algorithm, false, ['encrypt'])
  const oaep = { name: 'RSA-OAEP', label: new TextEncoder().encode(label) }
  const bytes = await crypto.subtle.encrypt(oaep, publicKey, new TextEncoder().encode(pin))
  return { kid: key.kid, ciphertext: Buffer.from(bytes).toString('base64') }
}

export async function createSandboxedWallet(
  traits: WalletTraits,
  createSandbox: (portalUrl: string) => Promise<string>,
): Promise<SandboxedWallet> {
  return createWithPortal((addresses) => new SandboxedWallet(traits, addresses), createSandbox)
}

export type Connect = () => Promise<SandboxedWallet>

export const NO_ANSWERS: readonly [string, FaultEffects][] = [
  ['drops the connection', { dropRequest: true }],
  ['loses its answer', { dropAnswer: true }],
  ['answers 500', { status: 500, body: 'Internal Server Error' }],
  ['answers with HTML', { status: 200, body: '<!DOCTYPE html><html><p>Login</html>', contentType: 'text/html' }],
  ['answers with nothing', { status: 200, body: '' }],
  ['answers with half a document', { status: 200, body: '{"status":"completed","obj', contentType: 'application/json' }],
  ['answers with another document', { status: 200, body: '{"hello":[1]}', contentType: 'application/json' }],
  ['answers too late', { delayMs: 1_500 }],
]
