import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { initiateWithPin, processWithPin } from '../contract.ts'
import { dueAddress } from './due-address.ts'
import { encryptPin, type PinKey } from './encrypt-pin.ts'

/** A payment that waits for a PIN. The bearer token stays in memory: it is in no address, storage or log. */
export type PinStart = {
  transactionId: string
  pinKey: PinKey
  attemptsLeft: number
  paymentMode: string
  msisdn: string
  bearer: string
}

export type PinBeginning =
  | { kind: 'awaited'; start: PinStart }
  /** No PIN is needed any more: the status page says why. */
  | { kind: 'settled'; transactionId: string }
  /** PAID-1: nothing, or another amount, is due: a page of its own explains it. */
  | { kind: 'not-due'; address: string }
  | { kind: 'locked'; message: string }
  | { kind: 'refused'; message: string | null }

type Begin = { purchaseId: string; amount: number; paymentMode: string; msisdn: string; bearer: string }

const WALLET_LOCKED = 1006
const WRONG_PIN: ReadonlySet<number | string> = new Set([1004, '56D005'])

export async function callInitiate(language: Language, begin: Begin): Promise<PinBeginning> {
  const { purchaseId, amount, paymentMode, msisdn, bearer } = begin
  const answer = await apiClient(language, { initiateWithPin }).initiateWithPin(
    { txnId: purchaseId, amount, paymentMode, paymentMobile: msisdn },
    { bearer },
  )
  const due = answer && answer.status !== 'success' ? dueAddress(answer.code, purchaseId) : null
  if (due) return { kind: 'not-due', address: due }
  if (answer?.status !== 'success')
    return answer?.statusCode === WALLET_LOCKED
      ? { kind: 'locked', message: answer.message }
      : { kind: 'refused', message: answer?.message ?? null }
  const { transactionId, encryptionKeyDetails, attemptsLeft } = answer.result
  if (!encryptionKeyDetails) return { kind: 'settled', transactionId }
  return { kind: 'awaited', start: { transactionId, pinKey: encryptionKeyDetails, attemptsLeft, paymentMode, msisdn, bearer } }
}

export type PinVerdict =
  | { kind: 'sent' }
  | { kind: 'wrong'; attemptsLeft: number | null; message: string }
  | { kind: 'locked'; message: string }
  /** Nothing was sent from this phone. */
  | { kind: 'not-sealed' }
  | { kind: 'refused'; message: string | null }

export async function callProcess(language: Language, start: PinStart, pin: string): Promise<PinVerdict> {
  const { transactionId, pinKey, paymentMode, msisdn, bearer } = start
  const amPin = await encryptPin(pin, pinKey).catch(() => null)
  if (amPin === null) return { kind: 'not-sealed' }
  const answer = await apiClient(language, { processWithPin }).processWithPin(
    { transactionId, paymentMode, paymentMobile: msisdn, keyId: pinKey.keyId, amPin },
    { bearer },
  )
  if (answer?.status === 'success') return { kind: 'sent' }
  if (!answer) return { kind: 'refused', message: null }
  if (answer.statusCode === WALLET_LOCKED) return { kind: 'locked', message: answer.message }
  if (!WRONG_PIN.has(answer.statusCode)) return { kind: 'refused', message: answer.message }
  return { kind: 'wrong', attemptsLeft: answer.attemptsLeft ?? null, message: answer.message }
}
