// Runs in the frame that PaystackPop opens over the portal's page. What it says, and to whom, stands in the page.
;(() => {
  const { portal, says, base, waits } = document.querySelector('[data-portal]').dataset
  const tell = (message) => window.parent.postMessage(message, portal)

  if (waits !== undefined) {
    window.addEventListener('message', ({ origin, source, data }) => {
      if (source === window.parent && origin === portal && data?.type === 'inline:url') open(data.params ?? {})
    })
  }
  tell(JSON.parse(says))

  function open({ accessCode, ...fields }) {
    if (accessCode) return location.replace(`${base}/checkout/${encodeURIComponent(accessCode)}?popup=1`)
    const form = document.createElement('form')
    form.method = 'post'
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input')
      field.type = 'hidden'
      field.name = name
      field.value = typeof value === 'object' ? JSON.stringify(value) : value
      form.append(field)
    }
    document.body.append(form)
    form.submit()
  }
})()
