// The sandbox's stand-in for @paystack/inline-js: the same class, methods and messages, without the rest.
;(() => {
  const POPUP = new URL('../popup', document.currentScript.src)
  const REQUIRED = ['key', 'amount', 'email']
  const NAMES = { reference: 'ref', firstName: 'firstname', lastName: 'lastname' }
  const CALLBACKS = new Set(['onSuccess', 'onCancel', 'onLoad', 'onError'])

  class PaystackPop {
    #open = new Map()

    newTransaction(options) {
      const missing = options.accessCode ? undefined : REQUIRED.find((name) => !options[name])
      if (missing) throw new Error(`Attribute ${missing} is required`)
      const transaction = { id: crypto.randomUUID(), options, focused: document.activeElement, frame: makeFrame() }
      this.#open.set(transaction.id, transaction)
      transaction.listener = (event) => {
        if (event.source === transaction.frame.contentWindow && event.origin === POPUP.origin) this.#hear(transaction, event.data)
      }
      window.addEventListener('message', transaction.listener)
      document.body.append(transaction.frame)
      return transaction
    }

    resumeTransaction(accessCode, callbacks = {}) {
      return this.newTransaction({ ...callbacks, accessCode })
    }

    cancelTransaction(idOrTransaction) {
      const transaction = this.#open.get(idOrTransaction?.id ?? idOrTransaction)
      if (!transaction) return
      tell(transaction, 'close')
      this.#close(transaction)
      transaction.options.onCancel?.()
    }

    isLoaded() {
      return [...this.#open.values()].some(({ loaded }) => loaded)
    }

    #hear(transaction, { event, data } = {}) {
      const { onSuccess, onCancel, onLoad, onError } = transaction.options
      if (event === 'loaded:checkout')
        tell(transaction, { type: 'inline:url', path: 'newTransaction', params: parametersOf(transaction.options) })
      if (event === 'loaded:transaction' && !transaction.loaded) {
        transaction.loaded = true
        transaction.frame.style.visibility = 'visible'
        transaction.frame.focus()
        tell(transaction, 'render')
        onLoad?.(data)
      }
      if (event === 'success') {
        this.#close(transaction)
        onSuccess?.(data)
      }
      if (event === 'cancel' || event === 'close') {
        this.#close(transaction)
        onCancel?.(data)
      }
      if (event === 'error' && data?.type === 'setup') {
        this.#close(transaction)
        onError?.(data)
      }
    }

    #close(transaction) {
      window.removeEventListener('message', transaction.listener)
      transaction.frame.remove()
      this.#open.delete(transaction.id)
      transaction.focused?.focus?.()
    }
  }

  function makeFrame() {
    const frame = document.createElement('iframe')
    frame.src = POPUP.href
    frame.title = 'Paystack SANDBOX'
    frame.allow = 'payment; clipboard-read; clipboard-write'
    Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647' })
    frame.style.visibility = 'hidden'
    return frame
  }

  function tell({ frame }, message) {
    frame.contentWindow?.postMessage(message, POPUP.origin)
  }

  function parametersOf(options) {
    if (options.accessCode) return { accessCode: options.accessCode }
    const given = Object.entries(options).filter(([name, value]) => value !== undefined && !CALLBACKS.has(name))
    const named = Object.fromEntries(given.map(([name, value]) => [NAMES[name] ?? name, value]))
    return { ...named, metadata: { ...named.metadata, referrer: location.href } }
  }

  window.PaystackPop = PaystackPop
})()
