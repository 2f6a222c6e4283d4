import { CONNECTORS, connectorIds, type ConnectorId } from '#shared/connector-table.ts'

/** The source of delivery statements. */
export const DELIVERIES = 'operator'

/** F51: an account at a provider has one statement, for all its methods: a wallet by a request on the phone and by PIN. */
const ACCOUNTS: ReadonlyMap<string, readonly ConnectorId[]> = Map.groupBy(connectorIds(), accountOf)

/** The account of a method, by the name of its settings; airtime has none and is its own. */
export function accountOf(id: ConnectorId): string {
  return CONNECTORS[id].settings ?? id
}

/** Every source name that a statement may have. */
export function statementSources(): string[] {
  return [...ACCOUNTS.keys(), DELIVERIES]
}

/** The account or `operator`; a method's name stands for its account. Null for an unknown name. */
export function statementSource(name: string): string | null {
  if (statementSources().includes(name)) return name
  const id = connectorIds().find((each) => each === name)
  return id ? accountOf(id) : null
}

/** All methods whose payments are in this statement. */
export function waysOf(source: string): ConnectorId[] {
  return [...(ACCOUNTS.get(source) ?? [])]
}
