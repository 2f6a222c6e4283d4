import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DEPLOY = join(import.meta.dirname, '../../deploy')

/** A file of deploy/ with the drill's addresses, ports and folders. Everything else in it is tested as shipped. */
export function shippedFile(name: string, places: readonly (readonly [shipped: string, here: string])[]): string {
  let text = withoutComments(readFileSync(join(DEPLOY, name), 'utf8'))
  for (const [shipped, here] of places) {
    if (!text.includes(shipped)) throw new Error(`deploy/${name} does not say ${shipped}`)
    text = text.replaceAll(shipped, here)
  }
  const left = /NODE_\w+|10\.0\.0\.\d+|\/(?:etc|var)\/\S+/.exec(text)
  if (left) throw new Error(`deploy/${name} still leads to ${left[0]}`)
  return text
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*#.*\n/gm, '')
}
