export type BenchOptions = {
  /** Length of one measurement under load. */
  seconds: number
  /** How often a measurement is repeated; its median counts. */
  rounds: number
  /** Pages for slow phones and Lighthouse; all when empty. */
  paths: string[]
  /** Table sizes (stored payments) between which the growth is measured. */
  stored: number[]
}
