import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'
import type { Core } from './world.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** A copy of the core with one bug in it, loaded beside the real one. */
export async function plantMutant(mutant: Mutant, position: number): Promise<Core> {
  const folder = join(PROJECT, `build/mutants/${position}/engine`)
  cpSync(join(PROJECT, 'src/features/payment/engine'), folder, { recursive: true })
  for (const file of ['clock.ts', 'database-clock.ts']) cpSync(join(PROJECT, 'src/server', file), join(folder, file))
  // The store throws the real error classes: a copy with its own classes would not recognise them, and break without any bug.
  writeFileSync(join(folder, 'payment-ports.ts'), "export * from '#features/payment/engine/payment-ports.ts'\n")
  copyDesk(join(folder, '../staff-acts'))
  const file = join(folder, mutant.file)
  const source = readFileSync(file, 'utf8')
  if (!source.includes(mutant.find)) throw new Error(`the mutant '${mutant.name}' no longer finds its place in ${mutant.file}`)
  writeFileSync(file, source.replace(mutant.find, mutant.replace))
  const load = (name: string) => import(join(folder, name)) as Promise<Partial<Core>>
  const parts = [
    'attempt-states',
    'payment-engine',
    'change-order',
    'payment-worker',
    'public-status',
    'messages',
    'database-clock',
    'payment-ports',
    '../staff-acts/staff-desk',
    '../staff-acts/payment-acts',
    '../staff-acts/offers',
  ]
  const loaded = await Promise.all(parts.map((part) => load(`${part}.ts`)))
  return Object.assign({}, ...loaded) as Core
}

/** The desk of the staff, beside the copy of the engine that it uses. A bug in it is named `../staff-acts/<file>`. */
function copyDesk(folder: string): void {
  cpSync(join(PROJECT, 'src/features/staff-acts'), folder, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.ts'))) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('#features/payment/engine/', '../engine/'))
  }
}
