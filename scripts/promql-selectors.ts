const WORD = /^[a-zA-Z_:][\w:]*$/
/** Texts, what stands in braces and in brackets, names, numbers, signs. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\{(?:[^}"]|"(?:[^"\\]|\\.)*")*\}|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\w.]*|\S/g

/** Words of the language that are no figures. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan', 'atan2'])
/** What follows them in brackets are labels. */
const BEFORE_LABELS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right'])

/**
 * What a PromQL expression selects, as `name{labels}`: a figure or a label that is misspelt selects nothing and rings never, and Prometheus has no
 * way to tell.
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

/** A histogram is declared by its own name and told by three. */
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
