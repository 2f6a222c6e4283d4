export type MetricRecord = {
  type: 'counter' | 'gauge' | 'histogram'
  /** What it measures: the HELP text for collectors. */
  help: string
  labels?: readonly string[]
  /**
   * `replica`: of this process alone; counters are summed over replicas. `portal`: read from the database, and every replica exports the
   * same.
   */
  of: 'replica' | 'portal'
  /** What operators should watch for, for docs/operations.md. */
  alarm: string
}
