import type { Locator, Page } from '@playwright/test'

/** What a screen reader announces by itself, in order: text that appears or changes in a live region. */
export async function listen(page: Page): Promise<() => string[]> {
  const heard: string[] = []
  await page.exposeFunction('hear', (words: string) => {
    if (words !== heard.at(-1)) heard.push(words)
  })
  await page.addInitScript(() => {
    const LIVE = '[role=status],[role=alert],[aria-live=polite],[aria-live=assertive]'
    const textOf = (region: Element) => (region instanceof HTMLElement ? region.innerText : '').replace(/\s+/g, ' ').trim()
    const said = new WeakMap<Element, string>()
    const look = () => {
      for (const region of document.querySelectorAll(LIVE)) {
        const words = textOf(region)
        const before = said.get(region)
        said.set(region, words)
        // What stands in a region when the page is loaded is read with the page.
        if (before !== undefined && words !== '' && words !== before)
          void (window as unknown as { hear(words: string): Promise<void> }).hear(words)
      }
    }
    addEventListener('DOMContentLoaded', () => {
      look()
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    })
  })
  return () => heard.splice(0)
}

/** The accessibility tree: names, roles and states in reading order, without what differs from run to run. */
export async function readAloud(part: Locator): Promise<string> {
  const tree = await part.ariaSnapshot()
  return tree
    .replace(/G[A-HJ-NP-Z2-9]{3}-[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]/g, '<reference>')
    .replace(/\d{1,2}(?:er)?[  ]\p{L}+[  ]20\d\d à \d\d:\d\d/gu, '<moment>')
    .replace(/\d\d:\d\d(?::\d\d)?/g, '<time>')
    .replace(/\d min \d+ s|\b\d+ s\b/g, '<time left>')
    .replace(/[A-Za-z0-9_-]{22}(?=["\s&)]|$)/gm, '<id>')
    .replace(/^\s*- \/url:.*(?:\n|$)/gm, '')
    .replaceAll(/[  ]/g, ' ')
}
