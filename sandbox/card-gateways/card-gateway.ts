import type { FastifyReply } from 'fastify'
import type { SimulatorName } from '../simulators/simulator-names.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Markup } from '../pages/html.ts'
import type { Language } from '../pages/language.ts'
import type { Card } from './card-form.ts'

/** A payment as its payer sees it on the gateway's page. */
export type Checkout = {
  /** The name in `POST /sandbox/<face>/pay/{id}`. */
  id: string
  reference: string
  amount: number
  currency: string
  description?: string
  payer?: string
  expiresAt?: number
  state: 'open' | 'declined' | 'waiting' | 'paid' | 'expired' | 'closed'
  /** The phone it waits for. */
  phone?: string
  /** Every address the visitor may be sent to from here. */
  leadsTo: readonly (string | undefined)[]
}

export type PayOutcome = {
  kind: 'paid' | 'declined' | 'insufficient-funds' | 'waiting' | 'cancelled' | 'over'
  /** Where the browser is redirected; without it, the page shows the state. */
  returnTo?: string | undefined
}

/** `way` is the payment method in the page's URL. */
export type WayView = { checkout: Checkout; lang: Language; way: string; problem?: string }

export type Frame = { script: string; framedBy: string; attributes: Markup }

/** What the shared pay page needs to know of a gateway. */
export type CardGateway = {
  face: SimulatorName
  brand: string
  /** The address of the pay page without its host. */
  pageOf(id: string): { path: string; query: Record<string, string> }
  find(id: string): Checkout | undefined
  /** Money, state and webhook of one card attempt. An ended payment is not changed. */
  charge(id: string, card: Card, faults: WebhookEffects): Promise<PayOutcome>
  cancel(id: string): PayOutcome
  /** Where a payment that is over leads to. */
  leave(id: string): string | undefined
  payingEndings?: readonly string[]
  /** The payment methods, above the form; and the form of the chosen method, when it is not the card. */
  ways?(view: WayView): Markup
  otherForm?(view: WayView): Markup | undefined
  /** For a gateway whose page may also open in a frame over the portal's. */
  popup?: {
    frame(id: string): Frame
    /** Tells the page around the frame, instead of sending the browser away. */
    answer(reply: FastifyReply, answer: { id: string; outcome: PayOutcome; lang: Language }): FastifyReply
  }
}
