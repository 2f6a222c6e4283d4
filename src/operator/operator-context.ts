/** Time is injected, as everywhere in the portal. */
export type Clock = { now(): Date }

/** The log of this adapter. Fields never contain an address, a body, a key or a number of a visitor. */
export type OperatorLog = {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}
