import { isPlainClick } from '#portal/ui/frame/upgraded-link.ts'
import { PAGE } from './bill-answer.ts'

export type FetchWay = 'code' | 'account'

type FetchLinkProps = { way: FetchWay; onWay: (way: FetchWay) => void; children: React.ReactNode }

/** Opens a way in place; without script it links to the page with that way open. */
export function FetchLink({ way, onWay, children }: FetchLinkProps) {
  return (
    <a
      href={`${PAGE}?fetch=${way}`}
      data-held
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onWay(way)
      }}
    >
      {children}
    </a>
  )
}
