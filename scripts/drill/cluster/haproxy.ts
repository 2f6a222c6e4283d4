import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aDaemon, type Daemon } from './daemon.ts'
import type { PatroniNode } from './patroni-node.ts'

type Options = { program: string; folder: string; port: number; nodes: readonly PatroniNode[] }

/** deploy/haproxy.cfg on loopback: the portal has one address, behind which the primary is whoever Patroni says. */
export async function aBalancer({ program, folder, port, nodes }: Options): Promise<Daemon> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configurationOf(port, nodes))
  return aDaemon({ command: [program, '-db', '-f', file], cwd: folder })
}

function configurationOf(port: number, nodes: readonly PatroniNode[]): string {
  const servers = nodes.map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.postgresCable} check port ${ports.checkCable}`)
  return `global
  maxconn 400

defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s

listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
