import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../testing/test-sandbox.ts'
import { createStore } from './journal-store.ts'

type Fruit = { name: string; colour: string }

const fruits = (store: ReturnType<typeof createStore>) => store.collection<Fruit>('fruits', { groupBy: (fruit) => fruit.colour })

test('what was put and removed is the same after a restart', () => {
  const folder = aFolder()
  const store = createStore(folder)
  fruits(store).put('a', { name: 'mango', colour: 'orange' })
  fruits(store).put('b', { name: 'guava', colour: 'green' })
  fruits(store).put('a', { name: 'papaya', colour: 'orange' })
  fruits(store).remove('b')
  store.close()
  expect(fruits(createStore(folder)).all()).toEqual([{ name: 'papaya', colour: 'orange' }])
})

test('a killed process loses nothing: every change is in the file before the caller continues', () => {
  const folder = aFolder()
  fruits(createStore(folder)).put('a', { name: 'mango', colour: 'orange' })
  expect(fruits(createStore(folder)).get('a')).toEqual({ name: 'mango', colour: 'orange' }) // the first store was never closed
})

test('a torn last line is dropped, the lines before it are read', () => {
  const folder = aFolder()
  const store = createStore(folder)
  fruits(store).put('a', { name: 'mango', colour: 'orange' })
  store.close()
  appendFileSync(join(folder, 'journal.jsonl'), '["put","fruits","b",{"name":"gua')
  const reopened = createStore(folder)
  expect(fruits(reopened).all()).toHaveLength(1)
  fruits(reopened).put('c', { name: 'date', colour: 'brown' })
  reopened.close()
  expect(fruits(createStore(folder)).all()).toHaveLength(2)
})

test('a damaged line in the middle stops the start with a message that says what to do', () => {
  const folder = aFolder()
  createStore(folder).close()
  writeFileSync(join(folder, 'journal.jsonl'), '["put","fruits"\n["put","fruits","a",{}]\n')
  expect(() => createStore(folder)).toThrow(/line 1 is damaged; delete the file/)
})

test('the journal starts afresh at each start, so it does not grow with what is long gone', () => {
  const folder = aFolder()
  const store = createStore(folder)
  for (let turn = 0; turn < 50; turn += 1) fruits(store).put('a', { name: `mango ${turn}`, colour: 'orange' })
  store.close()
  createStore(folder).close()
  expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1)
})

test('changes made together reach the journal as one line', () => {
  const folder = aFolder()
  const store = createStore(folder)
  store.together(() => {
    fruits(store).put('a', { name: 'mango', colour: 'orange' })
    fruits(store).put('b', { name: 'guava', colour: 'green' })
  })
  store.close()
  expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1)
  expect(fruits(createStore(folder)).size).toBe(2)
})

test('when one of several changes fails, none of them happened', () => {
  const store = createStore(undefined)
  fruits(store).put('a', { name: 'mango', colour: 'orange' })
  expect(() =>
    store.together(() => {
      fruits(store).put('a', { name: 'papaya', colour: 'red' })
      store.clear()
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(fruits(store).all()).toEqual([{ name: 'mango', colour: 'orange' }])
  expect(fruits(store).group('orange')).toHaveLength(1)
})

test('a group keeps the order in which its records came, and follows a record that changes group', () => {
  const store = createStore(undefined)
  const collection = fruits(store)
  collection.put('a', { name: 'mango', colour: 'orange' })
  collection.put('b', { name: 'papaya', colour: 'orange' })
  collection.put('a', { name: 'ripe mango', colour: 'orange' })
  expect(collection.group('orange').map((fruit) => fruit.name)).toEqual(['ripe mango', 'papaya'])
  collection.put('b', { name: 'papaya', colour: 'green' })
  expect(collection.group('orange')).toHaveLength(1)
  expect(collection.group('green')).toHaveLength(1)
})

test('thousands of writes take less than a second', () => {
  const collection = fruits(createStore(aFolder()))
  const begun = performance.now()
  for (let turn = 0; turn < 5_000; turn += 1) collection.put(`fruit ${turn}`, { name: 'mango', colour: 'orange' })
  expect(performance.now() - begun).toBeLessThan(1_000)
})
