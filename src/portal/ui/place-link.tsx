import { Link } from 'react-router'

type PlaceLinkProps = {
  href: string
  className?: string | undefined
  children: React.ReactNode
  'aria-current'?: 'page' | 'step' | undefined
}

/** A link to a place of the portal, followed without loading the frame again, or to anywhere else. */
export function PlaceLink({ href, children, ...rest }: PlaceLinkProps) {
  const isInside = href.startsWith('/') && !href.startsWith('//')
  return isInside ? (
    <Link to={href} {...rest}>
      {children}
    </Link>
  ) : (
    <a href={href} {...rest}>
      {children}
    </a>
  )
}
