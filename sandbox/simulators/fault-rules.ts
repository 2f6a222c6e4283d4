import type { Changes } from '../world/changes.ts'
import type { Store } from '../world/journal-store.ts'
import type { SimulatorName } from './simulator-names.ts'

/** Faults of webhooks, which a simulator passes to `world.notices.send`. */
export type WebhookEffects = {
  noticeFirst?: boolean
  /** Copies beside the first one. */
  duplicateNotices?: number
  noNotice?: boolean
  lateMs?: number
}

/** The effect of a matching rule on a request. The hooks of `fault-hooks.ts` apply all but the webhook faults. */
export type FaultEffects = WebhookEffects & {
  /** The effect is immediate, the response is delayed. */
  delayMs?: number
  /** The effect happens, the response is lost. */
  dropAnswer?: boolean
  /** The connection breaks before any effect (ours, beyond the agreed list). */
  dropRequest?: boolean
  /** The response without any effect. */
  status?: number
  body?: unknown
  /** For a `body` that is neither JSON nor plain text (ours). */
  contentType?: string
}

export const MOODS = {
  slow: { delayMs: 4_000 },
  down: { dropRequest: true },
  error: { status: 500, body: 'Internal Server Error' },
} as const satisfies Record<string, FaultEffects>
export type Mood = keyof typeof MOODS

export type NewFaultRule = { face: SimulatorName; operation?: string; match?: Record<string, string>; times?: number; do: FaultEffects }
/** `mood` marks the rules that the buttons of the pages made. */
export type FaultRule = NewFaultRule & { id: string; mood?: Mood }

export type FaultRules = {
  add(rule: NewFaultRule): FaultRule
  all(): FaultRule[]
  /** Without a name: all simulators. */
  clear(face?: SimulatorName): void
  setMood(face: SimulatorName, mood: Mood | 'normal'): void
  moodOf(face: SimulatorName): Mood | 'normal'
  /** The effects of the first rule that matches; a rule with `times` has one use less afterwards. */
  take(request: { face: SimulatorName; operation: string; fields: readonly unknown[] }): FaultEffects | undefined
}

export function createFaultRules({ store, changes }: { store: Store; changes: Changes }): FaultRules {
  const rules = store.collection<FaultRule>('faults')
  const numbers = store.collection<{ last: number }>('fault-numbers')

  function put(rule: Omit<FaultRule, 'id'>): FaultRule {
    return store.together(() => {
      const last = (numbers.get('rule')?.last ?? 0) + 1
      numbers.put('rule', { last })
      const numbered = { ...rule, id: `fault-${last}` }
      rules.put(numbered.id, numbered)
      changes.announce()
      return numbered
    })
  }

  function remove(isUnwanted: (rule: FaultRule) => boolean): void {
    for (const rule of rules.all().filter(isUnwanted)) rules.remove(rule.id)
    changes.announce()
  }

  return {
    add: put,
    all: () => rules.all(),
    clear: (face) => remove((rule) => face === undefined || rule.face === face),
    setMood(face, mood) {
      if (mood === 'normal') return remove((rule) => rule.face === face)
      remove((rule) => rule.face === face && rule.mood !== undefined)
      put({ face, do: MOODS[mood], mood })
    },
    moodOf: (face) => rules.all().find((rule) => rule.face === face && rule.mood)?.mood ?? 'normal',
    take({ face, operation, fields }) {
      if (rules.size === 0) return undefined
      const rule = rules.all().find((one) => one.face === face && (one.operation ?? operation) === operation && matches(one.match, fields))
      if (!rule) return undefined
      if (rule.times !== undefined) {
        if (rule.times <= 1) rules.remove(rule.id)
        else rules.put(rule.id, { ...rule, times: rule.times - 1 })
        changes.announce()
      }
      return rule.do
    },
  }
}

/** Each dot path must be found in one of the sources (body, query, path) with exactly that text. */
function matches(match: Record<string, string> | undefined, sources: readonly unknown[]): boolean {
  return Object.entries(match ?? {}).every(([path, wanted]) => sources.some((source) => textAt(source, path) === wanted))
}

/** A query may carry a name with dots as it is: `?relatedParty.id=22790000001`. */
function textAt(source: unknown, path: string): string | undefined {
  let value = source
  for (const name of isRecord(source) && Object.hasOwn(source, path) ? [path] : path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? `${value as string | number | boolean}` : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
