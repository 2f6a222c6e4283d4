import { fillText } from '#shared/fill-text.ts'
import { useConsole } from './console-context.ts'
import { frameTexts } from './frame-texts.ts'
import { MENU, type MenuEntry } from './menu.ts'
import { shortcutTexts } from './shortcut-texts.ts'

/** The list of keys: a dialog where script runs. Without script no key does anything, and the list stays hidden. */
export function Shortcuts({ menu }: { menu: readonly MenuEntry[] }) {
  const { language } = useConsole()
  const texts = shortcutTexts(language)
  const frame = frameTexts(language)
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [texts.search, ['/']],
    ...menu.map(({ key }) => [fillText(texts.go, { page: frame[key] }), ['G', MENU[key].key.toUpperCase()]] as const),
    [texts.rows, ['J', 'K']],
    [texts.open, [texts.enter, texts.escape]],
    [texts.choose, ['X']],
    [texts.assign, ['A']],
    [texts.again, ['R']],
    [texts.copy, ['C']],
    [texts.export, ['E']],
    [texts.list, ['?']],
  ]
  return (
    <dialog className="card shortcuts" id="shortcuts" aria-labelledby="shortcuts-title">
      <header>
        <h2 id="shortcuts-title">{texts.title}</h2>
        <form method="dialog" className="end">
          <button type="submit" className="button button-small">
            {frame.close}
          </button>
        </form>
      </header>
      <ul className="lines">
        {rows.map(([words, keys]) => (
          <li key={words}>
            <span className="grow">{words}</span>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </li>
        ))}
      </ul>
      <footer>
        <p>{texts.promise}</p>
        <button type="button" className="button button-small" data-single-keys data-on={texts.on} data-off={texts.off}>
          {texts.off}
        </button>
      </footer>
    </dialog>
  )
}
