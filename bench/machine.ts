import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg, release, totalmem } from 'node:os'

/** Date, size and load of the machine. */
export function machineNow(): string {
  const cores = availableParallelism()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const [lastMinute = 0, , lastQuarter = 0] = loadavg()
  const load = `load average ${lastMinute.toFixed(1)} over the last minute, ${lastQuarter.toFixed(1)} over the last quarter of an hour`
  const shared = lastQuarter > cores ? ' **The machine was shared with other work: times are higher than on an idle one.**' : ''
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${cores} cores, ${memory} GiB, Linux ${release()}, Node ${process.version}; ${load}.${shared}`
}

const TICKS_PER_SECOND = 100

/** CPU time of a process so far, in milliseconds: the cost of a response is measurable even on shared cores. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** Peak memory of a process, in megabytes. */
export function peakMemoryMb(pid: number): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round((Number(found?.[1] ?? 0) * 1024) / 1_000_000)
}

/** As deploy/ starts the portal: without limits V8 uses more memory on a large machine, without benefit. */
export const HEAP_LIMITS = { NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256' }
