/** Time is handed in, as everywhere in the portal. */
export type Clock = { now(): Date }

/** Where this room writes what a person should know. Fields never hold an address, a body, a key or a number of a visitor. */
export type OperatorLog = {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}
