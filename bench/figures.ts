export function median(values: readonly number[]): number {
  return share(values, 0.5)
}

export function p95(values: readonly number[]): number {
  return share(values, 0.95)
}

/** The percentile of the values. */
function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
