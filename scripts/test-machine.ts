import { spawnSync } from 'node:child_process'
import { findChromiumOrNull, hasHeadlessShell } from '../tests/support/chromium.ts'
import { hasKannel } from '../tests/support/kannel.ts'
import { CLUSTER_PACKAGES, findClusterPrograms } from '../drills/cluster/cluster-programs.ts'
import { hasPrometheus } from '../tests/support/prometheus.ts'

/** Requirements beside npm packages. As root on Debian they are installed; elsewhere one sentence names what is missing. */
export function prepareTestMachine(): void {
  if (!findChromiumOrNull()) install(['chromium'], 'Chrome or Chromium', () => findChromiumOrNull() !== null)
  if (!process.env.CHROMIUM && !hasHeadlessShell()) install(['chromium-headless-shell'], 'Chromium without windows', hasHeadlessShell)
  if (!hasJava()) install(['default-jre-headless'], 'Java (for the HTML checker)', hasJava)
  installKannel()
  if (!hasPrometheus()) install(['prometheus'], 'Prometheus', hasPrometheus)
  if (!findChromiumOrNull()) {
    process.stderr.write(
      'The journeys need Chrome or Chromium. Install one, or name it in the variable CHROMIUM, and run npm test again.\n',
    )
    process.exit(1)
  }
}

/** For the SMS tests, and for the chain of USSD. */
export function installKannel(): void {
  if (!hasKannel()) install(['kannel', 'kannel-extras'], 'Kannel', hasKannel)
}

/** For the drill of a database that fails over. */
export function installCluster(): void {
  if (!findClusterPrograms()) install(CLUSTER_PACKAGES, 'PostgreSQL, Patroni, etcd and HAProxy', () => findClusterPrograms() !== null)
}

export function hasJava(): boolean {
  return spawnSync('java', ['-version']).status === 0
}

function install(debianPackages: string[], name: string, isThere: () => boolean): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  process.stdout.write(`Installing ${name} ...\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env })
  const { stderr } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debianPackages], { env, encoding: 'utf8' })
  if (!isThere()) process.stderr.write(`${name} could not be installed:\n${stderr}\n`)
}
