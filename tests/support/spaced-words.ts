/** Finds words whatever kind of blank holds them together: role names keep the fixed ones, and tests are written with plain ones. */
export function spacedWords(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s'))
}
