import { setFrenchType } from '#shared/french-type.ts'
import type { ConsoleLanguage } from './console-language.ts'

type Texts<Key extends string> = Readonly<Record<Key, string>>

/**
 * The texts of one part of the console, both languages side by side: a text that lacks its translation does not compile. Written with plain
 * blanks; French typography is set here. Values go in by `fillText`.
 */
export function consoleTexts<const Key extends string>(texts: {
  fr: Texts<Key>
  en: Texts<NoInfer<Key>>
}): (language: ConsoleLanguage) => Texts<Key> {
  const shown = { fr: withFrenchType(texts.fr), en: texts.en }
  return (language) => shown[language]
}

function withFrenchType<Key extends string>(texts: Texts<Key>): Texts<Key> {
  return new Proxy(texts, { get: (all, key, receiver) => setIfText(Reflect.get(all, key, receiver)) })
}

function setIfText(value: unknown): unknown {
  return typeof value === 'string' ? setFrenchType(value) : value
}
