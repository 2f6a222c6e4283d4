/** One name in the spellings of the code. */
export type NameWords = { kebab: string; camel: string; pascal: string; constant: string; title: string }

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export function wordsOfName(name: string): NameWords {
  if (!NAME.test(name)) throw new Error(`a name is written small, with - between words: ${NAME.source}, not "${name}"`)
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const pascal = words.join('')
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    constant: name.replaceAll('-', '_').toUpperCase(),
    title: words.join(' '),
  }
}
