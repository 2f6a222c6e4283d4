// Keeps a page of the sandbox up to date. Every page works without it: by its forms, its links, and by asking again now and then.
;(() => {
  const POLL_MS = 3000
  const timeZone = document.querySelector('[data-clock]')?.dataset.clock
  const CLOCK = new Intl.DateTimeFormat('fr-FR', { timeZone, hour: '2-digit', minute: '2-digit' })
  const parts = () => [...document.querySelectorAll('[data-part]')]
  const lastSeen = new Map(parts().map((part) => [part.dataset.part, part.innerHTML]))
  // The sandbox's clock may run ahead of this computer's.
  let clockAheadMs = Number(document.body.dataset.now) - Date.now()
  document.documentElement.classList.add('js')
  enhance()

  if (document.body.dataset.events) listen(document.body.dataset.events)
  setInterval(countDown, 1000)
  document.addEventListener('click', onClick)
  document.addEventListener('input', (event) => {
    if (event.target.matches('[data-pin]')) showDots(event.target)
  })

  function listen(address) {
    let polling
    const source = new EventSource(address)
    source.onopen = () => {
      clearInterval(polling)
      polling = undefined
      void refresh()
    }
    source.onmessage = refresh
    source.onerror = () => {
      polling ??= setInterval(refresh, POLL_MS)
    }
  }

  // Takes from a fresh copy of this page the parts that changed; the others keep what a person is typing.
  async function refresh() {
    try {
      const response = await fetch(location.href, { cache: 'no-store' })
      if (!response.ok) return
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
      clockAheadMs = Number(fresh.body.dataset.now) - Date.now()
      for (const part of parts()) {
        const name = part.dataset.part
        const next = fresh.querySelector(`[data-part="${name}"]`)
        if (!next || next.innerHTML === lastSeen.get(name)) continue
        lastSeen.set(name, next.innerHTML)
        part.innerHTML = next.innerHTML
        announce(next.dataset.announces)
      }
      enhance()
    } catch {
      // the sandbox is restarting; the next event or poll tries again
    }
  }

  function announce(text) {
    const region = document.querySelector('[data-announce]')
    if (text && region) region.textContent = text
  }

  function enhance() {
    for (const code of document.querySelectorAll('[data-copy]:not([data-ready])')) {
      code.dataset.ready = 'yes'
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = code.dataset.copyLabel
      code.append(button)
    }
    for (const field of document.querySelectorAll('[data-pin]')) showDots(field)
    countDown()
  }

  function countDown() {
    const now = Date.now() + clockAheadMs
    for (const place of document.querySelectorAll('[data-clock]')) place.textContent = CLOCK.format(now)
    for (const place of document.querySelectorAll('[data-until]')) {
      const seconds = Math.max(0, Math.ceil((Number(place.dataset.until) - now) / 1000))
      place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    }
  }

  function onClick(event) {
    const tab = event.target.closest('[data-tab]')
    if (tab) return openTab(event, tab)
    const copy = event.target.closest('[data-copy] button')
    if (copy) return copyCode(copy)
    const key = event.target.closest('[data-key]')
    if (key) pressKey(key)
  }

  function openTab(event, tab) {
    event.preventDefault()
    history.replaceState(null, '', tab.href)
    for (const other of document.querySelectorAll('[data-tab]')) {
      if (other === tab) other.setAttribute('aria-current', 'page')
      else other.removeAttribute('aria-current')
    }
    for (const view of document.querySelectorAll('[data-view]')) view.hidden = view.dataset.view !== tab.dataset.tab
  }

  async function copyCode(button) {
    const { copy, copiedLabel, copyLabel } = button.parentElement.dataset
    await navigator.clipboard.writeText(copy)
    button.textContent = copiedLabel
    announce(copiedLabel)
    setTimeout(() => (button.textContent = copyLabel), 2000)
  }

  function pressKey(key) {
    const field = key.closest('form').querySelector('[data-pin]')
    field.value = key.dataset.key === 'back' ? field.value.slice(0, -1) : (field.value + key.dataset.key).slice(0, field.maxLength)
    showDots(field)
  }

  function showDots(field) {
    const dots = field.closest('form').querySelectorAll('[data-dot]')
    dots.forEach((dot, index) => dot.classList.toggle('full', index < field.value.length))
  }
})()
