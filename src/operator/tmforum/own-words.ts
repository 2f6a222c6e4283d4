import type { OperatorProfile } from '../operator-profile.ts'
import type { System } from './tmforum-transport.ts'

/** The field with the state of a resource. */
const STATE_FIELDS: Readonly<Partial<Record<System, string>>> = {
  '620': 'lifecycleStatus',
  '622': 'state',
  '637': 'status',
  '654': 'status',
  '676': 'status',
  '678': 'state',
  '699': 'status',
}

/** A resource whose state is in the operator's own words, with the word of the document. Any other state stays as it is. */
export function inDocumentWords(resource: unknown, system: System, { words }: Pick<OperatorProfile, 'words'>): unknown {
  const field = STATE_FIELDS[system]
  const table: Readonly<Record<string, string>> | undefined = Object.entries(words).find(([name]) => name === system)?.[1]
  if (!field || !table || typeof resource !== 'object' || resource === null || Array.isArray(resource)) return resource
  const state: unknown = Reflect.get(resource, field)
  const plain = (word: string) => word.trim().toLowerCase()
  const meaning = Object.entries(table).find(([own]) => typeof state === 'string' && plain(own) === plain(state))?.[1]
  return meaning === undefined ? resource : { ...resource, [field]: meaning }
}
