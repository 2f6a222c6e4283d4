import { expect, test } from 'vitest'
import { keepContent } from './kept-content.ts'

const CONTENT = '/orp/bfe/api/portal-service/cms/webpage/activePackage'
const question = { method: 'GET', url: CONTENT, input: { pageUrl: '/recharge' }, language: 'fr' }
const success = (words: string) => async () => ({ status: 'success', words })

test('the same texts are asked for once, in each language', async () => {
  const content = keepContent(async () => '1')
  expect(await content.answerTo(question, success('un'))).toMatchObject({ words: 'un' })
  expect(await content.answerTo(question, success('deux'))).toMatchObject({ words: 'un' })
  expect(await content.answerTo({ ...question, language: 'en' }, success('one'))).toMatchObject({ words: 'one' })
})

test('changed content is asked for again', async () => {
  let version = '1'
  const content = keepContent(async () => version)
  await content.answerTo(question, success('un'))
  version = '2'
  expect(await content.answerTo(question, success('deux'))).toMatchObject({ words: 'deux' })
})

test('neither failures nor answers about a visitor are kept', async () => {
  const content = keepContent(async () => '1')
  await content.answerTo(question, async () => ({ status: 'failure' }))
  expect(await content.answerTo(question, success('un'))).toMatchObject({ words: 'un' })
  const visit = { ...question, url: '/orp/bfe/api/portal-service/visit' }
  await content.answerTo(visit, success('hers'))
  expect(await content.answerTo(visit, success('his'))).toMatchObject({ words: 'his' })
})
