import type { FastifyRequest } from 'fastify'

/** Adds parameters as the gateways do: behind `?`, or behind `&` when the address has a query already. Nothing else of it changes. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const [whole = '', fragment] = address.split('#', 2)
  const joint = whole.includes('?') ? (/[?&]$/.test(whole) ? '' : '&') : '?'
  const query = new URLSearchParams(parameters).toString()
  return `${whole}${joint}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Where the caller reached the sandbox: pay pages live there too. */
export function ownOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/** The origins of those addresses that are some, for the policy of a page whose form ends there. */
export function originsOf(addresses: readonly (string | undefined)[]): string[] {
  const origins = addresses.flatMap((address) => (address !== undefined && isWebAddress(address) ? [new URL(address).origin] : []))
  return [...new Set(origins)]
}
