import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aDaemon, type Daemon } from './daemon.ts'
import type { PatroniNode } from './patroni-node.ts'
import { shippedFile } from './shipped-file.ts'

type Options = { program: string; folder: string; port: number; nodes: readonly PatroniNode[]; authority: string }

/** deploy/haproxy.cfg on loopback: one address for the portal, routed to Patroni's leader. */
export async function aBalancer({ program, folder, port, nodes, authority }: Options): Promise<Daemon> {
  const file = join(folder, 'haproxy.cfg')
  const servers = nodes.map(
    ({ name, ports }, at) =>
      [
        `server ${name} 10.0.0.1${at + 1}:5432 check port 8008`,
        `server ${name} 127.0.0.1:${ports.postgresCable} check port ${ports.checkCable}`,
      ] as const,
  )
  const text = shippedFile('haproxy.cfg', [
    ['bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`],
    ['/etc/haproxy/database-ca.crt', authority],
    ...servers,
  ])
  await writeFile(file, text)
  return aDaemon({ command: [program, '-db', '-f', file], cwd: folder })
}
