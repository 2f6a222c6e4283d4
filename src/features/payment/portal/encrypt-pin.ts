/** The wallet's key, as auth/initiate returns it. */
export type PinKey = { key: string; keyId: string; label: string; digits: number }

/** SC-1: encrypts the PIN for the wallet alone and for this payment alone (the label names it). */
export async function encryptPin(pin: string, { key, label }: PinKey): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('spki', bytesOf(key), algorithm, false, ['encrypt'])
  const bytes = (text: string) => new TextEncoder().encode(text)
  const ciphertext = await crypto.subtle.encrypt({ name: algorithm.name, label: bytes(label) }, publicKey, bytes(pin))
  return btoa(String.fromCharCode(...new Uint8Array(ciphertext)))
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
