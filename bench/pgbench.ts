import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

const CLIENTS = 10

export function findPgbench(): string | null {
  return [...globSync('/usr/lib/postgresql/*/bin/pgbench'), '/usr/bin/pgbench'].find((path) => existsSync(path)) ?? null
}

/** Runs of this script per second on PostgreSQL alone. */
export async function pgbenchPerSecond(
  program: string,
  { databaseUrl, script, seconds }: { databaseUrl: string; script: string; seconds: number },
): Promise<number> {
  const child = spawn(program, [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '1',
    '-T',
    String(Math.ceil(seconds)),
    '-f',
    script,
    databaseUrl,
  ])
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  const found = /^tps = ([0-9.]+)/m.exec(output)
  if (!found || /number of failed transactions: [1-9]|aborted/.test(output)) throw new Error(`pgbench failed:\n${output.slice(-2000)}`)
  return Number(found[1])
}
