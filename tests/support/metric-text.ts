/** The value of one series in a scrape; null when absent. */
export function seriesValue(text: string, series: string): number | null {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

/** The names of our own declared metrics. */
export function declaredMetrics(text: string): string[] {
  return [...text.matchAll(/^# TYPE (guichet_\w+) /gm)].map(([, name = '']) => name)
}
