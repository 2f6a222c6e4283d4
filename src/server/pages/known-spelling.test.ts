import { expect, test } from 'vitest'
import { knownSpelling } from './known-spelling.ts'

const PATHS = ['/', '/about', '/storeLocator', '/storeLocator/all', '/r/:link', '/v/:code', '/payment/*', '/*']

test.for([
  ['/R/bcdfg', '/r/bcdfg'],
  ['/V/GABC', '/v/GABC'],
  ['/storelocator', '/storeLocator'],
  ['/STORELOCATOR/ALL', '/storeLocator/all'],
  ['/about).', '/about'],
  ['/about%29', '/about'],
  ['/About,', '/about'],
  ['/about', null],
  ['/nothing', null],
  ['/a/b/c', null],
] as const)('ROUTE-1 LINK-4 %s means %s', ([asked, known]) => {
  expect(knownSpelling(PATHS, asked)).toBe(known)
})
