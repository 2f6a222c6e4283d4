import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'
import type { Core } from './world.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** A copy of the core with one bug in it, loaded beside the real one. */
export async function plantMutant(mutant: Mutant, position: number): Promise<Core> {
  const folder = join(PROJECT, `build/mutants/${position}/engine`)
  cpSync(join(PROJECT, 'src/features/payment/engine'), folder, { recursive: true })
  const file = join(folder, mutant.file)
  const source = readFileSync(file, 'utf8')
  if (!source.includes(mutant.find)) throw new Error(`the mutant '${mutant.name}' no longer finds its place in ${mutant.file}`)
  writeFileSync(file, source.replace(mutant.find, mutant.replace))
  const load = (name: string) => import(join(folder, name)) as Promise<Core>
  const [states, engine, changer, status] = await Promise.all([
    load('attempt-states.ts'),
    load('payment-engine.ts'),
    load('change-order.ts'),
    load('public-status.ts'),
  ])
  return {
    ATTEMPT_MOVES: states.ATTEMPT_MOVES,
    createPaymentEngine: engine.createPaymentEngine,
    createOrderChanger: changer.createOrderChanger,
    publicStatus: status.publicStatus,
  }
}
