import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkProfile, type OperatorProfile, ProfileProblem } from './operator-profile.ts'
import { OPERATOR_PROFILES } from './operator-profiles.ts'

const FILE = 'systems.json'

/** systems.json of an operator's folder: a profile like one that ships, with the fields that differ. Null where there is none. */
export function readOwnProfile(folder: string): OperatorProfile | null {
  const path = join(folder, FILE)
  if (!existsSync(path)) return null
  try {
    const { like, ...fields }: { like?: unknown } = Object(JSON.parse(readFileSync(path, 'utf8')))
    const [, model] = Object.entries(OPERATOR_PROFILES).find(([name]) => name === like) ?? []
    if (!model) throw new ProfileProblem(`/like must be ${Object.keys(OPERATOR_PROFILES).join(' or ')}`)
    return checkProfile({ ...model, name: 'own', ...fields })
  } catch (error) {
    throw new ProfileProblem(`${FILE}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
