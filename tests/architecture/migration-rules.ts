/** Why a migration must not run while replicas of the previous version serve payers. */
export type Breach =
  | 'index-stops-writing'
  | 'index-not-repeatable'
  | 'rewrites-table'
  | 'checks-every-row'
  | 'validated-under-lock'
  | 'changes-rows'
  | 'two-tables-locked'
  | 'takes-away'
  | 'must-be-written'
  | 'keeps-rows-from-leaving'
  | 'beside-traffic-with-others'
  | 'unknown-statement'

export type Judged = { breach: Breach; statement: string }

/** Accounting tables: no version removes their rows, so a foreign key to them cannot block a clean-up. */
const NEVER_EMPTIED = new Set(['pay_order', 'pay_attempt', 'pay_refund'])

/**
 * Checks the text of one migration against a list of harmless statements; others are refused. Tables that the same file creates are not in
 * use yet. How long harmless statements take is measured by migration-locks.test.ts.
 */
export function judgeMigration(text: string): Judged[] {
  const statements = statementsOf(text)
  const made = new Set(statements.flatMap((statement) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? []))
  const found: Judged[] = statements.flatMap((statement) => judgeStatement(statement, made).map((breach) => ({ breach, statement })))
  const locked = new Set(statements.flatMap((statement) => lockedTables(statement, made)))
  const say = (breach: Breach, statement = '') => found.push({ breach, statement })
  if (locked.size > 1) say('two-tables-locked', [...locked].join(', '))
  const isBesideTraffic = (statement: string) => statement.includes(' concurrently ')
  if (statements.some(isBesideTraffic) && !statements.every(isBesideTraffic)) say('beside-traffic-with-others')
  const validation = statements.find((statement) => statement.includes('validate constraint'))
  if (validation && statements.length > 1) say('validated-under-lock', validation)
  return found
}

/** Statements on one line each, in lower case, without comments and with quoted text removed. */
export function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean)
}

function judgeStatement(statement: string, made: ReadonlySet<string>): Breach[] {
  const target = targetOf(statement)
  if (/^create (unlogged )?table /.test(statement)) return judgeReferences(statement, made)
  if (/^create (unique )?index /.test(statement)) return judgeIndex(statement, made)
  if (/^create (or replace )?(function|procedure) /.test(statement)) return []
  if (statement.startsWith('create trigger ') || statement.startsWith('comment on ')) return []
  if (statement.startsWith('alter table '))
    return made.has(target) ? [] : actionsOf(statement).flatMap((action) => judgeAction(action, made))
  if (statement.startsWith('insert into ') && made.has(target)) return []
  if (/^(update|delete from|insert into|merge into|truncate) ?/.test(statement)) return ['changes-rows']
  if (statement.startsWith('drop index concurrently ')) return []
  if (/^(drop|alter) /.test(statement)) return ['takes-away']
  return ['unknown-statement']
}

/** The table of a statement. */
function targetOf(statement: string): string {
  return /^(?:alter table (?:if exists )?(?:only )?|insert into )(\w+)/.exec(statement)?.[1] ?? ''
}

function judgeIndex(statement: string, made: ReadonlySet<string>): Breach[] {
  const [, name] = / on (?:only )?(\w+)/.exec(statement) ?? []
  if (made.has(name ?? '')) return []
  if (!/ index concurrently /.test(statement)) return ['index-stops-writing']
  return / concurrently if not exists \w+ on /.test(statement) ? [] : ['index-not-repeatable']
}

/** A referenced row cannot be removed: the previous version removes rows and does not know the new foreign key. */
function judgeReferences(part: string, made: ReadonlySet<string>): Breach[] {
  return [...part.matchAll(/ references (\w+)(?: \([^)]*\))?((?: on (?:delete|update) (?:cascade|set null))*)/g)].flatMap(
    ([, table = '', then = '']): Breach[] =>
      made.has(table) || NEVER_EMPTIED.has(table) || then.includes('on delete') ? [] : ['keeps-rows-from-leaving'],
  )
}

/** The actions of `alter table`, split at commas outside brackets. */
function actionsOf(statement: string): string[] {
  const actions = ['']
  let depth = 0
  for (const sign of statement.replace(/^alter table (?:if exists )?(?:only )?\w+ /, '')) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += sign
  }
  return actions.map((action) => action.trim())
}

const CONSTANT = /^(?:''(?:::[\w[\]]+)?|-?\d+(?:\.\d+)?|true|false|null|now\(\)|current_timestamp)(?= |$)/

function judgeAction(action: string, made: ReadonlySet<string>): Breach[] {
  if (action.startsWith('validate constraint ')) return []
  if (/^add (constraint \w+ )?(check|foreign key)\b/.test(action))
    return [...judgeReferences(` ${action}`, made), ...(action.endsWith(' not valid') ? [] : (['checks-every-row'] as const))]
  if (/^add (constraint \w+ )?(unique|primary key)\b/.test(action)) return action.includes(' using index ') ? [] : ['index-stops-writing']
  if (action.startsWith('add column ')) return judgeColumn(action)
  if (/^alter column \w+ set default /.test(action)) return []
  if (/^alter column \w+ (set data )?type /.test(action)) return ['rewrites-table', 'takes-away']
  if (/^alter column \w+ set not null/.test(action)) return ['checks-every-row', 'must-be-written']
  if (/^(drop|rename|alter)\b/.test(action)) return ['takes-away']
  return ['unknown-statement']
}

function judgeColumn(action: string): Breach[] {
  const [, byDefault] = / default (.*)$/.exec(action) ?? []
  const found: Breach[] = []
  if (/ (generated|serial|bigserial)\b/.test(action) || (byDefault !== undefined && !CONSTANT.test(byDefault))) found.push('rewrites-table')
  if (/ not null\b/.test(action) && (byDefault === undefined || byDefault.startsWith('null'))) found.push('must-be-written')
  if (/ (check \(|references )/.test(action)) found.push('checks-every-row')
  if (/ (unique|primary key)\b/.test(action)) found.push('index-stops-writing')
  return found
}

/** Existing tables on which a statement blocks writes, however briefly. */
function lockedTables(statement: string, made: ReadonlySet<string>): string[] {
  if (statement.includes(' concurrently ') || statement.includes('validate constraint')) return []
  const target =
    /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index (?:if not exists )?\w+ on (?:only )?|create trigger .* on )(\w+)/
  const names = [target.exec(statement)?.[1] ?? '', ...[...statement.matchAll(/ references (\w+)/g)].map(([, table = '']) => table)]
  return names.filter((name) => name !== '' && !made.has(name))
}
