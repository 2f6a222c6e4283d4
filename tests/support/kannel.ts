import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from './free-ports.ts'
import type { SmsCentre } from './sms-contract.ts'

/** Paths of Debian's packages kannel and kannel-extras. */
const PROGRAMS = { bearerbox: '/usr/sbin/bearerbox', smsbox: '/usr/sbin/smsbox', fakesmsc: '/usr/lib/kannel/test/fakesmsc' } as const
const PASSWORD = 'kannel-sms'
const STATUS_PASSWORD = 'kannel-status'
const READY_TIMEOUT_MS = 20_000
const END_TIMEOUT_MS = 5_000

export function hasKannel(): boolean {
  return Object.values(PROGRAMS).every((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export type RunningKannel = SmsCentre & { stop(): Promise<void> }

/** The real Kannel with its own fake SMS centre, on free ports and in a folder of its own. */
export async function startKannel(): Promise<RunningKannel> {
  const [admin = 0, boxes = 0, centre = 0, sendsms = 0] = await freePorts(4)
  const kannel = await startBoxes({ admin, statusPassword: STATUS_PASSWORD }, (folder) =>
    configurationOf({ folder, admin, boxes, centre, sendsms }),
  )
  try {
    kannel.start('fakesmsc', ['-H', '127.0.0.1', '-r', String(centre)])
    await kannel.until(async () => /<type>smsbox<[\s\S]*<status>online/.test(await kannel.status()))
    await kannel.until(() => isAnswered(`http://127.0.0.1:${sendsms}/cgi-bin/sendsms`))
  } catch (error) {
    await kannel.stop()
    throw error
  }
  return {
    url: new URL(`http://127.0.0.1:${sendsms}`),
    password: PASSWORD,
    received: async (msisdn) => messagesIn(kannel.heard()).filter(({ to }) => to === msisdn),
    stop: kannel.stop,
  }
}

const MESSAGE = /Got message \d+: <(\S+) 227(\d{8}) (?:text|udh (?<header>\S+) data) (.*)>$/gm

/** As phones show them: parts with the same reference in their headers are one message. */
function messagesIn(heard: string): { from: string; to: string; text: string }[] {
  const messages = new Map<string, { from: string; to: string; text: string }>()
  for (const [position, [, from = '', to = '', header, text = '']] of [...heard.matchAll(MESSAGE)].entries()) {
    const mark = header ? `${to} ${header.slice(0, -3)}` : String(position)
    const shown = header ? decodeURIComponent(text.replaceAll('+', ' ')) : text
    messages.set(mark, { from, to, text: (messages.get(mark)?.text ?? '') + shown })
  }
  return [...messages.values()]
}

type Boxes = {
  start(program: keyof typeof PROGRAMS, args: string[]): void
  until(isReady: () => Promise<boolean>): Promise<void>
  status(): Promise<string>
  heard(): string
  /** Restarts both boxes; their users have to wait. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** bearerbox and smsbox with a configuration, in a temporary folder. */
export async function startBoxes(
  { admin, statusPassword }: { admin: number; statusPassword: string },
  configure: (folder: string) => string,
): Promise<Boxes> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-kannel-'))
  const configuration = join(folder, 'kannel.conf')
  await Promise.all([mkdir(join(folder, 'reports')), mkdir(join(folder, 'spool'))])
  await writeFile(configuration, configure(folder))
  const running: ChildProcess[] = []
  let heard = ''

  function start(program: keyof typeof PROGRAMS, args: string[]): void {
    const child = spawn(PROGRAMS[program], args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
    running.push(child)
    // The fake centre records every message and exits when its input closes.
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  }
  const status = () => statusOf(admin, statusPassword)
  const untilReady = (isReady: () => Promise<boolean>) => until(isReady, () => heard)
  async function endAll(): Promise<void> {
    for (const child of running.splice(0).toReversed()) await end(child)
  }
  async function startBoth(): Promise<void> {
    start('bearerbox', ['-v', '4', configuration])
    await untilReady(async () => (await status()) !== '')
    start('smsbox', ['-v', '4', configuration])
  }
  async function stop(): Promise<void> {
    await endAll()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await startBoth()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    start,
    until: untilReady,
    status,
    heard: () => heard,
    async restart() {
      await endAll()
      await startBoth()
    },
    stop,
  }
}

async function until(isReady: () => Promise<boolean>, heard: () => string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error(`Kannel did not start:\n${heard().slice(-2000)}`)
    await pause(100)
  }
}

async function statusOf(port: number, password: string): Promise<string> {
  try {
    return await (await fetch(`http://127.0.0.1:${port}/status.xml?password=${password}`)).text()
  } catch {
    return ''
  }
}

async function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS)
  await ended
  clearTimeout(late)
}

type Places = { folder: string; admin: number; boxes: number; centre: number; sendsms: number }

const SHIPPED = join(import.meta.dirname, '../../deploy/kannel-sms.conf')

/** The shipped file, with a simulated centre instead of the network, and addresses, passwords and folders of this test. */
function configurationOf({ folder, admin, boxes, centre, sendsms }: Places): string {
  const fake = `group = smsc\nsmsc = fake\nsmsc-id = fake\nport = ${centre}\nconnect-allow-ip = "127.0.0.1"\n`
  return readFileSync(SHIPPED, 'utf8')
    .replace(/^group = smsc\n(?:.+\n)+/m, fake)
    .replaceAll(/\b13000\b/g, String(admin))
    .replaceAll(/\b13001\b/g, String(boxes))
    .replaceAll(/\b13013\b/g, String(sendsms))
    .replaceAll(/^((?:admin|status)-password) = PASSWORD$/gm, `$1 = ${STATUS_PASSWORD}`)
    .replace('password = SECRET', `password = ${PASSWORD}`)
    .replace('sendsms-interface = 10.20.0.6', 'sendsms-interface = 127.0.0.1')
    .replace('10.20.0.9;10.20.0.10', '127.0.0.1')
    .replace('/var/spool/kannel/reports', `${folder}/reports`)
    .replace('/var/spool/kannel/sms', `${folder}/spool`)
    .replaceAll('/var/log/kannel/sms-', `${folder}/`)
}
