const WORD = /^[a-zA-Z_:][\w:]*$/
/** Texts, what stands in braces and in brackets, names, numbers, signs. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\{(?:[^}"]|"(?:[^"\\]|\\.)*")*\}|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\w.]*|\S/g

/** PromQL keywords, not metrics. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan', 'atan2'])
/** What follows them in brackets are labels. */
const BEFORE_LABELS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right'])

/**
 * The selectors of a PromQL expression, as `name{labels}`. A misspelt metric or label selects nothing and never fires, and Prometheus
 * cannot detect it.
 */
export function selectorsOf(expression: string): { name: string; selector: string }[] {
  const tokens = [...expression.matchAll(TOKEN)].map(([token]) => token)
  const found: { name: string; selector: string }[] = []
  for (let position = 0; position < tokens.length; position += 1) {
    const [name = '', next = ''] = tokens.slice(position)
    if (BEFORE_LABELS.has(name)) position = tokens.indexOf(')', position)
    else if (WORD.test(name) && next !== '(' && !KEYWORDS.has(name) && !BEFORE_LABELS.has(next))
      found.push({ name, selector: next.startsWith('{') ? `${name}${next}` : name })
  }
  return found
}

/** A histogram is declared by one name and exported by three. */
export function figureOf(name: string): string {
  return name.replace(/^(.*_seconds)_(bucket|sum|count)$/, '$1')
}

type Panel = { title: string; panels?: Panel[]; targets?: { expr: string }[] }

/** All queries of a Grafana dashboard, as Grafana would send them. */
export function dashboardQueries(dashboard: { panels: Panel[] }): { title: string; query: string }[] {
  return dashboard.panels.flatMap(({ title, targets = [], panels = [] }) => [
    ...targets.map(({ expr }) => ({ title, query: expr.replaceAll('$__rate_interval', '1m') })),
    ...dashboardQueries({ panels }),
  ])
}
