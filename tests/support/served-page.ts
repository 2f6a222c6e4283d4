import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { anAddress } from './code-world.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { elementsIn, readHtml, textOf, type Element } from './html-tree.ts'
import type { TestPortal } from './test-portal.ts'

type Typed = Record<string, string>
type Ask = (method: 'GET' | 'POST', address: string, payload?: string) => Promise<ServedPage>
type Answer = Awaited<ReturnType<TestPortal['call']>>

/** A page without script. Links, buttons and fields are found by their visible names. */
export type ServedPage = {
  /** Path and query. */
  address: string
  status: number
  headers: Record<string, unknown>
  html: string
  text: string
  title: string
  /** The value of a field; 'true' or 'false' for a box. */
  field(label: string): string
  links(name?: string | RegExp): string[]
  buttons(): string[]
  follow(link: string | RegExp): Promise<ServedPage>
  /** Fills fields by label and submits their form by one of its buttons. */
  press(button: string | RegExp, typed?: Typed): Promise<ServedPage>
}

export type PlainVisitor = {
  open(address: string): Promise<ServedPage>
  /** Calls the API with the cookies of the visit; returns the result. */
  call(path: string, payload: object): Promise<Record<string, string>>
  cookies: Map<string, string>
  /** Every requested address, redirects included. */
  addresses: string[]
}

const ORIGIN = 'http://localhost:3000'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const MAX_REDIRECTS = 8
const CONTROLS = new Set(['input', 'select', 'textarea'])
const isControl = ({ tag, attributes }: Element) => CONTROLS.has(tag) && attributes.name !== undefined && !('disabled' in attributes)
const isOf =
  (...tags: string[]) =>
  (each: Element) =>
    tags.includes(each.tag)

/** A browser without script: stores cookies, follows redirects and submits the rendered forms. */
export function plainVisitor(portal: TestPortal, { language = DEFAULT_LANGUAGE }: { language?: Language } = {}): PlainVisitor {
  const cookies = new Map(language === DEFAULT_LANGUAGE ? [] : [['lang', language]])
  const addresses: string[] = []
  const remoteAddress = anAddress()

  async function send(request: InjectOptions): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await portal.call({ ...request, headers: { ...request.headers, cookie }, remoteAddress })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  async function ask(method: 'GET' | 'POST', address: string, payload?: string): Promise<ServedPage> {
    let next: InjectOptions & { url: string } = { method, url: address, ...(payload !== undefined && { payload, headers: FORM }) }
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      addresses.push(next.url)
      const answer = await send(next)
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return shownPage(next.url, answer, ask)
      const to = new URL(location, ORIGIN + next.url)
      if (to.origin !== ORIGIN) return shownPage(to.href, answer, ask)
      next = { method: 'GET', url: to.pathname + to.search }
    }
    throw new Error(`${address} leads round in circles`)
  }

  return {
    open: (address) => ask('GET', address),
    async call(path, payload) {
      const answer = await send({ method: 'POST', url: `${API_PREFIX}/${path}`, payload })
      expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200)
      return answer.json<{ result: Record<string, string> }>().result
    },
    cookies,
    addresses,
  }
}

function shownPage(address: string, { statusCode, headers, body }: Answer, ask: Ask): ServedPage {
  const root = readHtml(body)
  const main = elementsIn(root, isOf('main'))[0] ?? root
  const from = (href: string) => {
    const { pathname, search } = new URL(href, ORIGIN + address)
    return pathname + search
  }
  const named = (tag: string, name: string | RegExp) => elementsIn(root, isOf(tag)).filter((each) => isNamed(each, name))
  return {
    address,
    status: statusCode,
    headers,
    html: body,
    text: textOf(main),
    title: textOf(elementsIn(main, isOf('h1'))[0] ?? main),
    field: (label) => valueOf(labelled(root, label)),
    links: (name = /^/) => named('a', name).map(({ attributes }) => attributes.href ?? ''),
    buttons: () => elementsIn(main, isOf('button')).map(nameOf),
    follow(link) {
      const [first] = named('a', link)
      if (!first) throw new Error(`no link ${link} on ${address}`)
      return ask('GET', from(first.attributes.href ?? ''))
    },
    press(button, typed = {}) {
      const form = formWith(root, button, Object.keys(typed))
      const values = sentBy(form, button, typed)
      const pressed = buttonOf(form, button)
      const action = from(pressed?.attributes.formaction ?? form.attributes.action ?? address)
      if ((form.attributes.method ?? 'get').toLowerCase() === 'post') return ask('POST', action, values.toString())
      return ask('GET', `${action.replace(/\?.*/, '')}?${values.toString()}`)
    },
  }
}

function nameOf(element: Element): string {
  return element.attributes['aria-label'] ?? textOf(element)
}

function isNamed(element: Element, name: string | RegExp): boolean {
  const found = nameOf(element)
  return typeof name === 'string' ? found === name : name.test(found)
}

const buttonOf = (form: Element, name: string | RegExp) => elementsIn(form, isOf('button')).find((each) => isNamed(each, name))

function formWith(root: Element, button: string | RegExp, labels: string[]): Element {
  const forms = elementsIn(root, isOf('form')).filter((form) => buttonOf(form, button) !== undefined)
  const form = forms.find((each) => labels.every((label) => findLabelled(each, label))) ?? forms[0]
  if (!form) throw new Error(`no form with a button ${button}`)
  expect(
    labels.filter((label) => !findLabelled(form, label)),
    `no such fields beside ${button}`,
  ).toEqual([])
  return form
}

function findLabelled(root: Element, label: string): Element | undefined {
  for (const each of elementsIn(root, isOf('label'))) {
    const words = textOf(each)
    if (words !== label && !words.startsWith(`${label} (`)) continue
    const inside = elementsIn(each, isControl)[0]
    if (inside) return inside
    const id = each.attributes.for
    return elementsIn(root, ({ attributes }) => id !== undefined && attributes.id === id)[0]
  }
  return undefined
}

function labelled(root: Element, label: string): Element {
  const found = findLabelled(root, label)
  if (!found) throw new Error(`no field is called ${label}`)
  return found
}

function valueOf({ tag, attributes, children }: Element): string {
  if (tag === 'textarea') return children.filter((child) => typeof child === 'string').join('')
  if (tag !== 'select')
    return attributes.type === 'checkbox' || attributes.type === 'radio' ? String('checked' in attributes) : (attributes.value ?? '')
  const options = elementsIn({ tag, attributes, children }, isOf('option'))
  const chosen = options.find((option) => 'selected' in option.attributes) ?? options[0]
  return chosen ? (chosen.attributes.value ?? textOf(chosen)) : ''
}

/** The successful controls of a form. Any text checks a box or a radio button. */
function sentBy(form: Element, button: string | RegExp, typed: Typed): URLSearchParams {
  const filled = new Map(Object.entries(typed).map(([label, value]) => [labelled(form, label), value]))
  const chosen = new Set(
    [...filled.keys()].filter(({ attributes }) => attributes.type === 'radio').map(({ attributes }) => attributes.name),
  )
  const values = new URLSearchParams()
  for (const control of elementsIn(form, isControl, { hidden: true })) {
    const { name = '', type, value = 'on' } = control.attributes
    const isTicked = filled.has(control) || ('checked' in control.attributes && !(type === 'radio' && chosen.has(name)))
    if (type === 'radio' || type === 'checkbox') {
      if (isTicked) values.append(name, value)
    } else values.append(name, filled.get(control) ?? valueOf(control))
  }
  const { name, value } = buttonOf(form, button)?.attributes ?? {}
  if (name !== undefined) values.append(name, value ?? '')
  return values
}
