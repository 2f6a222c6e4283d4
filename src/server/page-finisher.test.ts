import { expect, test } from 'vitest'
import { pageFinisher } from './page-finisher.ts'

function counted() {
  const seen = { finished: 0, now: 0 }
  const finisher = pageFinisher(
    (html, mark) => {
      seen.finished += 1
      return { html: html.replaceAll(mark, ''), policy: 'p' }
    },
    () => seen.now,
  )
  const finish = (text: string, headers: [string, string][] = []) => {
    const scriptMark = finisher.scriptMark()
    return finisher.finish({ response: new Response(null, { headers }), html: `${text}${scriptMark}`, scriptMark }, 6)
  }
  return { seen, finisher, finish }
}

test('a page that came out the same is finished once', () => {
  const { seen, finish } = counted()
  expect(finish('a')).toBe(finish('a'))
  expect(finish('b').etag).not.toBe(finish('a').etag)
  expect(seen.finished).toBe(2)
})

test('a page with other headers is another page, and a cookie is never part of it', () => {
  const { finish } = counted()
  expect(finish('a', [['cache-control', 'no-store']])).not.toBe(finish('a'))
  expect(finish('a', [['set-cookie', 'sid=1']]).headers).toEqual({})
})

test('the mark of our scripts changes', () => {
  const { seen, finisher } = counted()
  const first = finisher.scriptMark()
  expect(finisher.scriptMark()).toBe(first)
  seen.now = 60_000
  expect(finisher.scriptMark()).not.toBe(first)
})
