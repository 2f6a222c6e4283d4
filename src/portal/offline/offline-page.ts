const TRY_EVERY_MS = 2_500

/** The visitor's language, where it was chosen once; otherwise both are read. */
const language = /(?:^|; )lang=(fr|en)/.exec(document.cookie)?.[1]
if (language) {
  document.documentElement.lang = language
  for (const other of document.querySelectorAll<HTMLElement>('[data-language]')) other.hidden = other.lang !== language
  const title = document.querySelector<HTMLElement>(`[data-language]:lang(${language}) h1`)?.textContent
  if (title) document.title = title
}

/** Anything may stand in storage, and a browser may refuse it: then nothing is shown. */
function readKept(): Record<string, string> | null {
  try {
    return JSON.parse(sessionStorage.getItem('keptTicket') ?? 'null') as Record<string, string> | null
  } catch {
    return null
  }
}

const kept = readKept()
if (kept)
  for (const ticket of document.querySelectorAll<HTMLElement>('[data-kept]')) {
    for (const part of ticket.querySelectorAll<HTMLElement>('[data-of]')) part.textContent = kept[part.dataset.of ?? ''] ?? ''
    ticket.hidden = false
  }

/** What was asked for is asked for again; a form that was on its way is found as it was left, and sent by nobody but the visitor. */
function goOn(): void {
  if (document.documentElement.dataset.way === 'back') history.back()
  else location.reload()
}

function tryNow(): void {
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => (status === 502 || status === 504 ? undefined : goOn()),
    () => undefined,
  )
}

for (const button of document.querySelectorAll('button')) button.addEventListener('click', goOn)
addEventListener('online', tryNow)
setInterval(tryNow, TRY_EVERY_MS)
