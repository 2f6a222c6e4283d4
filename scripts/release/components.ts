import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../markdown-table.ts'
import { productionPackages } from './release-files.ts'

type Locked = { packages: Record<string, { version?: string; integrity?: string; license?: string }> }
type Installed = { name?: string; license?: unknown; licenses?: unknown }

export type Component = { name: string; version: string; licence: string; sha512: string | null }

/** Every package in the archive, from the lockfile; the licence is the installed package's own word. */
export function componentsOf(root: string): Component[] {
  const { packages }: Locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = productionPackages(root).map((folder) => {
    const { version = '', integrity } = packages[folder] ?? {}
    const { name = '', license, licenses }: Installed = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return { name, version, licence: licenceName(license ?? licenses ?? licenceOfFile(join(root, folder))), sha512: hexOf(integrity) }
  })
  const unique = new Map(found.map((component) => [`${component.name}@${component.version}`, component]))
  return [...unique.values()].toSorted((one, other) => Buffer.compare(Buffer.from(purlOf(one)), Buffer.from(purlOf(other))))
}

/** A package that names no licence has its text. */
function licenceOfFile(folder: string): string {
  const [file] = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: folder })
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  return text.includes('Permission is hereby granted, free of charge') && text.includes('THE SOFTWARE IS PROVIDED') ? 'MIT' : 'unknown'
}

/** Old packages write `{ type }` or a list of these. */
function licenceName(given: unknown): string {
  if (typeof given === 'string') return given
  if (Array.isArray(given)) return given.map(licenceName).join(' OR ')
  if (typeof given === 'object' && given !== null && 'type' in given) return String(given.type)
  return 'unknown'
}

function hexOf(integrity: string | undefined): string | null {
  const [, base64] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex')
}

function purlOf({ name, version }: Pick<Component, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

type Origin = { commit: string; committedAt: number }

/** CycloneDX 1.6. The same commit gives the same bytes: number and time are those of the commit. */
export function bomOf(components: readonly Component[], { version, origin }: { version: string; origin: Origin }): string {
  const number = createHash('sha256').update(`guichet ${version} ${origin.commit}`).digest('hex')
  const serial = [number.slice(0, 8), number.slice(8, 12), `5${number.slice(13, 16)}`, `8${number.slice(17, 20)}`, number.slice(20, 32)]
  const own = { type: 'application', 'bom-ref': `guichet@${version}`, name: 'guichet', version }
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial.join('-')}`,
    version: 1,
    metadata: {
      timestamp: new Date(origin.committedAt * 1000).toISOString(),
      component: { ...own, licenses: [{ license: { id: 'MIT' } }], properties: [{ name: 'commit', value: origin.commit }] },
    },
    components: components.map((component) => ({
      type: 'library',
      'bom-ref': purlOf(component),
      name: component.name,
      version: component.version,
      purl: purlOf(component),
      ...(component.licence !== 'unknown' && { licenses: [licenceEntry(component.licence)] }),
      ...(component.sha512 !== null && { hashes: [{ alg: 'SHA-512', content: component.sha512 }] }),
    })),
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

function licenceEntry(licence: string) {
  return / (?:OR|AND|WITH) |^\(/.test(licence) ? { expression: licence } : { license: { id: licence } }
}

/** For people: one line for each package. Texts of the licences are beside the packages. */
export function licenceList(components: readonly Component[]): string {
  const count = new Map<string, number>()
  for (const { licence } of components) count.set(licence, (count.get(licence) ?? 0) + 1)
  const sums = [...count].toSorted(([one], [other]) => one.localeCompare(other, 'en')).map(([licence, sum]) => [licence, String(sum)])
  return `# Licences of the packages in this release\n\n${markdownTable(['licence', 'packages'], sums)}\n\n${markdownTable(
    ['package', 'version', 'licence'],
    components.map(({ name, version, licence }) => [name, version, licence]),
  )}\n`
}
