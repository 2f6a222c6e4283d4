/** The value of one series in what a collector reads; null when it is not there. */
export function seriesValue(text: string, series: string): number | null {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

/** The names of our own figures that are declared there. */
export function declaredFigures(text: string): string[] {
  return [...text.matchAll(/^# TYPE (guichet_\w+) /gm)].map(([, name = '']) => name)
}
