import { expect, test } from 'vitest'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { ADDRESS_CORPUS } from '#tests/support/address-corpus.ts'
import { isPopular, likePercentage, placeOfHref, questionIdOf, SPECIAL_CATEGORIES } from './rules.ts'

test('ROUTE-4 the five special categories lead to their routes', () => {
  expect(SPECIAL_CATEGORIES).toEqual({
    'contact-us': '/contact-us',
    shops: '/store_finder/tenere_shop',
    dealers: '/store_finder/dealers',
    'our-service-experience': '/give_your_feedback',
    'money-loans': '/more-tenere-money',
  })
})

test('ROUTE-5 the literal href is an ordinary question, anything else is a page of ours', () => {
  expect(placeOfHref('href')).toBeNull()
  expect(placeOfHref('table')).toBe('/table')
  expect(placeOfHref('hbb-lead-status?from=help')).toBe('/hbb-lead-status?from=help')
  expect(placeOfHref('')).toBe('/')
})

test.for(['/evil.test', '\\evil.test', '/\\evil.test', '\t/evil.test', '/\tevil.test', '\n//evil.test', '//evil.test/..//x'])(
  'S1 ROUTE-5 an href never leaves our origin: %j',
  (href) => {
    const place = placeOfHref(href) ?? ''
    expect(new URL(place, 'https://portal.test').origin).toBe('https://portal.test')
  },
)

test('abuse 84 no help item leaves the portal', () => {
  for (const text of ADDRESS_CORPUS) {
    const place = placeOfHref(text) ?? ''
    expect(pathInsidePortal(place), text).toBe(place)
  }
})

test.for(['true', 'TRUE', 'True'])('HELP-2 popular is %s in any case', (popular) => expect(isPopular(popular)).toBe(true))

test.for(['false', '', 'yes', '1', ' true'])('HELP-2 %j is not popular', (popular) => expect(isPopular(popular)).toBe(false))

test('a question is known by the number in front of its address', () => {
  expect(questionIdOf('101-comment-recharger')).toBe('101')
  expect(questionIdOf('101')).toBe('101')
  for (const segment of ['', 'abc', '-101', '1234567', '101-É', '101/x', '101-<b>']) expect(questionIdOf(segment), segment).toBeNull()
})

test('HELP-3 the percentage counts likes among all votes', () => {
  expect(likePercentage({ likes: 0, dislikes: 0 })).toBe(0)
  expect(likePercentage({ likes: 2, dislikes: 1 })).toBe(67)
  expect(likePercentage({ likes: 5, dislikes: 0 })).toBe(100)
})
