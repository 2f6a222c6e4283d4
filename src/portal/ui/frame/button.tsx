import styles from './button.module.css'

type ButtonProps = Omit<React.ComponentProps<'button'>, 'className'> & {
  /** The main action is orange and there is one per view; anything else is quiet. */
  look?: 'main' | 'quiet'
  isWide?: boolean
  isSmall?: boolean
}

export function Button({ look = 'main', isWide = false, isSmall = false, type = 'submit', ...rest }: ButtonProps) {
  return <button type={type} className={classOf({ look, isWide, isSmall })} {...rest} />
}

/** A link that looks like a button, for a step that only goes somewhere. */
export function ButtonLink({ look = 'main', isWide = false, isSmall = false, href, children }: ButtonLinkProps) {
  return (
    <a href={href} className={classOf({ look, isWide, isSmall })}>
      {children}
    </a>
  )
}

type ButtonLinkProps = Pick<ButtonProps, 'look' | 'isWide' | 'isSmall' | 'children'> & { href: string }

function classOf({ look, isWide, isSmall }: { look: 'main' | 'quiet'; isWide: boolean; isSmall: boolean }): string {
  return [styles.button, look === 'quiet' && styles.quiet, isWide && styles.wide, isSmall && styles.small].filter(Boolean).join(' ')
}
