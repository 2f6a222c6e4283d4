import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { operatorNames, readOperator } from '#settings/read-operator.ts'
import { drawIcons } from './draw-icons.ts'
import { serveOperatorIcons } from './operator-icons.ts'

const app = Fastify()
afterAll(() => app.close())
serveOperatorIcons(app, readOperator('ne-tenere').look.icons)

test('OFF-5 icons are drawn from the drawings of the folder, once for all requests', async () => {
  const read = (url: string) => app.inject({ url })
  const [first, second] = await Promise.all([read('/icons/app-512.png'), read('/icons/app-512.png')])
  expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' })
  expect(first.rawPayload.readUInt32BE(16)).toBe(512)
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect((await read('/apple-touch-icon.png')).rawPayload.readUInt32BE(16)).toBe(180)
  const favicon = await read('/favicon.svg')
  expect([favicon.headers['content-type'], favicon.body]).toEqual([
    'image/svg+xml',
    readOperator('ne-tenere').look.icons['/favicon.svg']?.svg,
  ])
})

test.for(operatorNames())('OFF-5 the icons of %s are small', async (name) => {
  const icons = Object.values(readOperator(name).look.icons)
  const drawn = await drawIcons(icons.flatMap(({ svg, size }) => (size ? [{ svg, size }] : [])))
  expect(drawn).toHaveLength(4)
  for (const png of drawn) expect(png.length).toBeLessThan(8_000)
})

test('OFF-5 a drawing that is no SVG is an error, and the process goes on', async () => {
  await expect(drawIcons([{ svg: '<svg', size: 16 }])).rejects.toThrow(/SVG/i)
})
