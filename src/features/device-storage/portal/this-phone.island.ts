import { plainIsland } from '#plain-island'
import { offerEmptying } from './empty-phone.ts'
import { showNumbers } from './show-numbers.ts'
import { showPages } from './show-pages.ts'

/** What this phone has saved, part by part; one file, because the page shows all parts. */
function hydrate(element: HTMLElement): void {
  const [numbers, pages, all] = ['numbers', 'pages', 'all'].map((name) => element.querySelector<HTMLElement>(`[data-part=${name}]`))
  if (numbers) showNumbers(numbers)
  if (pages) void showPages(pages)
  if (all) offerEmptying(all)
}

export default plainIsland('this-phone', hydrate, { isEager: true })
