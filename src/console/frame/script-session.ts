const WARNING_SECONDS = 60

/** A minute before the session ends unused, a note says so; staying is one press. Requests that a page makes by itself do not count. */
export function warnBeforeEnd(): void {
  const seconds = Number(document.body.dataset['idle'])
  if (!(seconds > 0)) return
  let endsAt = performance.now() + seconds * 1000
  let note: HTMLElement | null = null

  const stay = async () => {
    const answer = await fetch('/session', { redirect: 'manual' })
    if (answer.status !== 204) return location.reload()
    endsAt = performance.now() + seconds * 1000
    note?.remove()
    note = null
  }

  setInterval(() => {
    const left = Math.ceil((endsAt - performance.now()) / 1000)
    if (left > WARNING_SECONDS) return
    if (left <= 0) return location.reload()
    note ??= showNote(stay)
    const words = note.querySelector('b')
    if (words) words.textContent = (document.body.dataset['closesSoon'] ?? '').replace('{seconds}', String(left))
  }, 1000)
}

function showNote(stay: () => Promise<void>): HTMLElement {
  const note = document.createElement('div')
  note.className = 'note quiet floating'
  note.setAttribute('role', 'alert')
  const inside = document.createElement('div')
  const text = document.createElement('p')
  text.textContent = document.body.dataset['closesSoonText'] ?? ''
  inside.append(document.createElement('b'), text)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = document.body.dataset['stay'] ?? ''
  button.addEventListener('click', () => void stay())
  note.append(inside, button)
  document.body.append(note)
  return note
}
