import { readFileSync } from 'node:fs'

/**
 * Loaded before the portal by the clock drill: shifts the time of this process, like a wrong machine clock. The file contains the
 * milliseconds, or 'frozen'. Monotonic counters continue, as in reality.
 */
const file = process.env['DRILL_CLOCK_FILE']
const RealDate = Date
const realNow = () => RealDate.now()
const LOOK_EVERY_MS = 100

if (file && process.argv[1]?.endsWith('src/start.ts')) {
  let turn = '0'
  let frozenAt = 0
  setInterval(() => {
    const next = readFileSync(file, 'utf8').trim()
    if (next === 'frozen' && turn !== 'frozen') frozenAt = realNow()
    turn = next
  }, LOOK_EVERY_MS).unref()
  const turnedNow = () => (turn === 'frozen' ? frozenAt : realNow() + Number(turn))
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], self) => Reflect.construct(target, args.length === 0 ? [turnedNow()] : args, self) as Date,
    apply: () => new RealDate(turnedNow()).toString(),
    get: (target, key) => (key === 'now' ? turnedNow : (Reflect.get(target, key) as unknown)),
  })
}
