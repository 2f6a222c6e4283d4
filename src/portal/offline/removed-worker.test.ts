import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('OFF-3 the worker that removes itself empties every cache and unregisters', async () => {
  const listeners = new Map<string, (event: object) => void>()
  const unregister = vi.fn(async () => true)
  const remove = vi.fn(async () => true)
  vi.stubGlobal('addEventListener', (name: string, work: (event: object) => void) => listeners.set(name, work))
  vi.stubGlobal('caches', { keys: async () => ['offline-1', 'kept-pages', 'foreign'], delete: remove })
  vi.stubGlobal('registration', { unregister })
  const skipWaiting = vi.fn(async () => undefined)
  vi.stubGlobal('skipWaiting', skipWaiting)
  await import('./removed-worker.ts')
  listeners.get('install')?.({})
  expect(skipWaiting).toHaveBeenCalled()
  const lasting: Promise<void>[] = []
  listeners.get('activate')?.({ waitUntil: (work: Promise<void>) => lasting.push(work) })
  await Promise.all(lasting)
  expect(remove.mock.calls).toEqual([['offline-1'], ['kept-pages'], ['foreign']])
  expect(unregister).toHaveBeenCalled()
})

test('OFF-3 the worker is removed even when deleting caches fails', async () => {
  const listeners = new Map<string, (event: object) => void>()
  const unregister = vi.fn(async () => true)
  vi.stubGlobal('addEventListener', (name: string, work: (event: object) => void) => listeners.set(name, work))
  vi.stubGlobal('caches', { keys: () => Promise.reject(new Error('refused')) })
  vi.stubGlobal('registration', { unregister })
  await import('./removed-worker.ts')
  const lasting: Promise<void>[] = []
  listeners.get('activate')?.({ waitUntil: (work: Promise<void>) => lasting.push(work) })
  await expect(Promise.all(lasting)).rejects.toThrow('refused')
  expect(unregister).toHaveBeenCalled()
})
