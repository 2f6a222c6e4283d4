import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from '../tests/support/free-ports.ts'
import { aPortal, createDrillWorld } from './drill-world.ts'
import { startProxy } from './plain-proxy.ts'
import type { Program } from './program.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'

/** F41: two replicas on one PostgreSQL behind a plain proxy; each is killed under load while the other goes on. */
export async function killReplicas(chance: () => number, rounds: number): Promise<DrillResult> {
  const [proxyPort = 0, port = 0, secondPort = 0, secondAdminPort = 0] = await freePorts(4)
  const publicUrl = `http://localhost:${proxyPort}`
  const proxy = await startProxy(proxyPort, [port, secondPort])
  const world = await createDrillWorld({ publicUrl, port })
  const second = aPortal('second replica', {
    port: secondPort,
    adminPort: secondAdminPort,
    publicUrl,
    env: {
      DATABASE_URL: world.databaseUrl,
      SANDBOX_PORT: new URL(world.sandboxUrl).port,
      GUICHET_DATA: world.folder,
      LOG_LEVEL: 'error',
    },
  })
  try {
    await second.start()
    return await runDrill(world, {
      drill: 'replicas',
      what: `two on one PostgreSQL, killed by -9 in turn, ${rounds} rounds (F41)`,
      traffic: { chance },
      async hurt({ look }) {
        for (let round = 0; round < rounds; round += 1) {
          const victim: Program = round % 2 === 0 ? second : world.portal
          await pause(1_500 + chance() * 1_500)
          await victim.signal('SIGKILL')
          await pause(1_500)
          await victim.start()
          await look()
        }
      },
    })
  } finally {
    await second.stop()
    await world.close()
    proxy.close()
  }
}
