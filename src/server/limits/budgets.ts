import { Problem, type ProblemKind } from '#shared/problem.ts'
import type { Asker } from './asker.ts'
import type { Database } from '../database/database.ts'
import { BUDGETS, STRANGERS_SHARE, type BudgetName, type CrowdPace, type LimitSetting } from './limit-table.ts'
import { takeLimits, type Limit } from './limits.ts'

/** What the operator allows over the whole portal. */
export type PortalLimits = Record<LimitSetting, number>

export type Budgets = {
  /** Counts one call, or throws: a puzzle is asked for where that would help, else the call is refused. */
  spend(name: BudgetName, asker: Asker, options?: SpendOptions): Promise<void>
}

/** `refusal` where the call has a word of its own for it; `db` inside a transaction that may still be undone. */
type SpendOptions = { refusal?: ProblemKind; db?: Database }

/** A crowd's limit has room again for somebody all the time; whoever is refused comes back when others had theirs. */
const CROWD_WAIT_SECONDS = 60

type CrowdLimit = CrowdPace & { key: string }

export function openBudgets({ db: pool, limits }: { db: Database; limits: PortalLimits }): Budgets {
  /** From the asker outwards: whoever is refused near home takes nothing from the others. */
  function crowdsOf(name: BudgetName, { address, visit }: Asker): CrowdLimit[] {
    const { strangers, visits, inAll } = BUDGETS[name]
    const kind = visit === null ? 'strangers' : 'visits'
    const own = { key: `${name}:${kind}:${address}`, ...(visit === null ? strangers : visits) }
    const wide = inAll.flatMap(({ setting, windowSeconds }) => {
      const all = { key: `${name}:all:${windowSeconds}`, ...withinWindow(limits[setting], windowSeconds) }
      const share = { key: `${name}:all-strangers:${windowSeconds}`, ...withinWindow(limits[setting] * STRANGERS_SHARE, windowSeconds) }
      return visit === null ? [share, all] : [all]
    })
    return [own, ...wide]
  }

  /** The crowd's limit that has no more room for this asker; null when the call was counted. */
  async function firstFull(db: Database, name: BudgetName, asker: Asker, crowds: CrowdLimit[]): Promise<CrowdLimit | 'visit' | null> {
    const own: Limit[] = asker.visit === null ? [] : [{ key: `${name}:visit:${asker.visit}`, ...BUDGETS[name].perVisit }]
    const usable = crowds.map(({ key, everySeconds, burst, calm }) => ({ key, everySeconds, burst: asker.hasSolved ? burst : calm }))
    const full = await takeLimits(db, [...own, ...usable])
    if (full === null) return null
    return crowds.find(({ key }) => key === full.key) ?? 'visit'
  }

  async function takeReserve(db: Database, crowds: CrowdLimit[]): Promise<boolean> {
    if (crowds.some(({ reserve }) => reserve.burst === 0)) return false
    return (
      (await takeLimits(
        db,
        crowds.map(({ key, reserve }) => ({ key: `${key}:reserve`, ...reserve })),
      )) === null
    )
  }

  return {
    async spend(name, asker, { refusal = 'too-many-requests', db = pool } = {}) {
      const crowds = crowdsOf(name, asker)
      const full = await firstFull(db, name, asker, crowds)
      if (full === null) return
      const beyond = full === 'visit' ? [] : crowds.slice(crowds.indexOf(full))
      if (beyond.length > 0 && (await takeReserve(db, beyond))) return
      const wouldHelp = full !== 'visit' && full.burst > full.calm && !asker.hasSolved
      const waitSeconds = full === 'visit' ? Math.ceil(BUDGETS[name].perVisit.everySeconds) : CROWD_WAIT_SECONDS
      const which = `${name}: ${full === 'visit' ? 'visit' : full.key.split(':')[1]}`
      throw wouldHelp ? new Problem('puzzle-needed', which) : new Problem(refusal, which, { waitSeconds })
    },
  }
}

/** Never more than `most` in any window of this length: three quarters as a steady pace, a fifth at once, a twentieth in reserve. */
export function withinWindow(most: number, windowSeconds: number): CrowdPace {
  const burst = Math.max(1, Math.floor(most / 5))
  return {
    everySeconds: windowSeconds / (most * 0.75),
    burst,
    calm: Math.max(1, Math.floor(burst * 0.7)),
    reserve: { everySeconds: windowSeconds / (most * 0.025), burst: Math.max(1, Math.floor(most * 0.025)) },
  }
}
