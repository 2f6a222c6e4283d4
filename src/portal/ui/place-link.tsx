import { createContext, type ReactNode, use } from 'react'

type PlaceLinkProps = {
  href: string
  className?: string | undefined
  children: React.ReactNode
  'aria-current'?: 'page' | 'step' | undefined
}

/** How a page that is still driven by the client router makes a link; everywhere else it is a plain one. */
export const PlaceLinkContext = createContext<(props: PlaceLinkProps) => ReactNode>(plainLink)

function plainLink({ children, ...rest }: PlaceLinkProps): ReactNode {
  return <a {...rest}>{children}</a>
}

/** A link to a place of the portal, or to anywhere else. */
export function PlaceLink(props: PlaceLinkProps) {
  const makeLink = use(PlaceLinkContext)
  const isInside = props.href.startsWith('/') && !props.href.startsWith('//')
  return isInside ? makeLink(props) : plainLink(props)
}
