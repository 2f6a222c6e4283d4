import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './reading.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { parseSettingsFile } from './settings-file.ts'

/** Where deploy/guichet.service reads the portal's settings. */
const DEFAULT_FILE = '/etc/guichet/portal.env'
/** The defaults of a release, as bin/guichet starts it. */
const RELEASE_FILE = join(import.meta.dirname, '../../release.env')

export type CommandSettings = { env: Environment; /** How the first line of a command names it. */ source: string; args: string[] }

/**
 * OPS-1: settings come from one source, never from two mixed: `--env-file`, `GUICHET_ENV_FILE`, an environment that configures the portal,
 * the file of the service, or none, which is the sandbox.
 */
export function commandSettings(
  args: readonly string[],
  env: Environment,
  { service = DEFAULT_FILE, release = RELEASE_FILE }: { service?: string; release?: string } = {},
): CommandSettings {
  const told = toldSettings(args, env, service)
  return { ...told, env: { ...readFile(release, true), ...told.env } }
}

function toldSettings(args: readonly string[], env: Environment, defaultFile: string): CommandSettings {
  const { path, rest } = withoutFileOption(args)
  const named = path ?? env.GUICHET_ENV_FILE
  if (named) return { env: readFile(named), source: named, args: rest }
  const isTold = Object.entries(env).some(([name, text]) => text && /^(DATABASE_URL|GUICHET_(MODE|DATA|SECRET))$/.test(name))
  if (isTold) return { env, source: 'the environment', args: rest }
  const ofService = readFile(defaultFile, true)
  return ofService ? { env: ofService, source: defaultFile, args: rest } : { env, source: 'the environment', args: rest }
}

/** Node itself looks for `--env-file` up to `--`, which bin/guichet puts first. */
function withoutFileOption(given: readonly string[]): { path: string | null; rest: string[] } {
  const args = given[0] === '--' ? given.slice(1) : given
  const at = args.findIndex((arg) => arg === '--env-file' || arg.startsWith('--env-file='))
  const written = args[at]
  if (written === undefined) return { path: null, rest: [...args] }
  const isJoined = written.includes('=')
  const path = isJoined ? written.slice(written.indexOf('=') + 1) : args[at + 1]
  if (!path) throw new SettingProblem('--env-file must be followed by the path of a file')
  return { path, rest: args.toSpliced(at, isJoined ? 1 : 2) }
}

function readFile(path: string): Record<string, string>
function readFile(path: string, mayBeAbsent: true): Record<string, string> | null
function readFile(path: string, mayBeAbsent = false): Record<string, string> | null {
  try {
    return parseSettingsFile(readFileSync(path, 'utf8'), path)
  } catch (error) {
    if (error instanceof SettingProblem) throw error
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isAbsent && mayBeAbsent) return null
    throw new SettingProblem(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
