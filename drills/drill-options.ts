import { parseArgs } from 'node:util'

export type DrillOptions = {
  seed: number
  isShort: boolean
  /** Drills to run instead of all. */
  only: string[] | null
  rounds: number
  /** Scenes of the failover to play instead of all. */
  scenes: string[] | null
  replicaRounds: number
  simulators: string[]
  fuzzRequests: number
  loadSeconds: number
  /** Duration of the honest traffic of one address. */
  crowdSeconds: number
  /** The commit of the previous version, for the upgrade. */
  from: string | null
  /** Additional stored payments for backup and restore. */
  storedPayments: number
}

/** The full form by default; --short is what `npm test` runs. */
export function readDrillOptions(args: string[], allSimulators: string[]): DrillOptions {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean', default: false },
      load: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string' },
      rounds: { type: 'string' },
      fuzz: { type: 'string' },
      seconds: { type: 'string' },
      face: { type: 'string' },
      from: { type: 'string' },
      scene: { type: 'string' },
      stored: { type: 'string' },
    },
  })
  const isShort = values.short
  const seed = wholeNumber('seed', values.seed, Math.floor(Math.random() * 1_000_000))
  return {
    seed,
    isShort,
    only: values.load ? ['load'] : (values.only?.split(',') ?? null),
    rounds: wholeNumber('rounds', values.rounds, isShort ? 3 : 50),
    scenes: values.scene?.split(',') ?? null,
    replicaRounds: isShort ? 1 : 4,
    simulators: values.face ? [values.face] : isShort ? ['tmforum'] : allSimulators,
    fuzzRequests: wholeNumber('fuzz', values.fuzz, isShort ? 2_000 : 50_000),
    loadSeconds: wholeNumber('seconds', values.seconds, isShort ? 0 : 300),
    crowdSeconds: wholeNumber('seconds', values.seconds, 600),
    from: values.from ?? null,
    storedPayments: wholeNumber('stored', values.stored, 0),
  }
}

function wholeNumber(name: string, text: string | undefined, byDefault: number): number {
  if (text === undefined) return byDefault
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not '${text}'`)
  return Number(text)
}
