/** A bug to be planted: in a file of the core, one text is replaced by another. */
export type Mutant = { name: string; file: string; find: string; replace: string }
