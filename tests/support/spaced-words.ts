/** Matches words with any kind of space: role names keep no-break spaces, tests use plain ones. */
export function spacedWords(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s'))
}
