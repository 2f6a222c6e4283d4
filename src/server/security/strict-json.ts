const MAX_DEPTH = 16
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

type Level = { isObject: boolean; keys: Set<string>; expectsKey: boolean }

/**
 * Parses JSON as a payment call needs it: refuses what JSON.parse accepts silently.
 * - a repeated key (JSON.parse uses the last one: two readers of the same bytes would see two amounts)
 * - an integer that does not fit a double, a depth beyond any form of ours, keys that reach for a prototype
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  checkTokens(text)
  return value
}

/** Runs only over text that JSON.parse accepted, so the grammar itself needs no second check. */
function checkTokens(text: string): void {
  const levels: Level[] = []
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[{}[\]:,]/gs)) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      levels.push({ isObject: token === '{', keys: new Set(), expectsKey: token === '{' })
      if (levels.length > MAX_DEPTH) throw new SyntaxError('nested too deeply')
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level) level.expectsKey = level.isObject
    else if (token.startsWith('"') && level?.expectsKey) rememberKey(level, token)
    else if (/^-?[0-9]/.test(token)) checkNumber(token)
  }
}

function rememberKey(level: Level, token: string): void {
  const key: unknown = JSON.parse(token)
  if (typeof key !== 'string') throw new SyntaxError('a key is not a text')
  if (FORBIDDEN_KEYS.has(key)) throw new SyntaxError('a key is not allowed')
  if (level.keys.has(key)) throw new SyntaxError('a key is repeated')
  level.keys.add(key)
  level.expectsKey = false
}

function checkNumber(token: string): void {
  const value = Number(token)
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new SyntaxError('a number is out of range')
}
