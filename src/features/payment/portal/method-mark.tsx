import styles from './hub.module.css'

/** The mark of a method. Our own are drawn; other companies are shown by letters, never by their logos. */
export function MethodMark({ type, name }: { type: string; name: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 44 44" aria-hidden="true">
      <Drawing type={type} name={name} />
    </svg>
  )
}

/** The kinds of card that are taken, by their names in frames: the logos belong to others. */
export function CardMarks({ names }: { names: string }) {
  return (
    <span className={styles.cards}>
      {names.split(', ').map((name) => (
        <small key={name}>{name}</small>
      ))}
    </span>
  )
}

function Drawing({ type, name }: { type: string; name: string }) {
  switch (type) {
    case 'PG':
      return (
        <>
          <path d="M0 0h44v44H0z" fill="var(--primary-soft)" />
          <path d="M11 12h22q4 0 4 4v12q0 4-4 4H11q-4 0-4-4V16q0-4 4-4z" fill="var(--primary)" />
          <path d="M7 16h30v4.5H7z" fill="var(--night)" />
          <path d="M12 27h5M22 27h11" stroke="var(--primary-soft)" strokeWidth="2.4" strokeLinecap="round" />
        </>
      )
    case 'airtime':
      return (
        <>
          <path d="M0 0h44v44H0z" fill="var(--action)" />
          <path d="M12 31v-5M18.5 31v-9.5M25.5 31v-14M32 31V12.5" stroke="var(--on-action)" strokeWidth="4" strokeLinecap="round" />
        </>
      )
    case 'mpesa':
      return <Letters ground="var(--good)" ink="var(--on-state)" letters="MP" />
    case 'smartcash':
      return <Letters ground="var(--ember)" ink="var(--on-night)" letters="SC" />
    case 'AM':
      return (
        <>
          <path d="M0 0h44v44H0z" fill="var(--night)" />
          <circle cx="29" cy="15" r="8" fill="var(--sun)" />
          <path
            d="M29 11v8M26.5 13.4c0-2.4 5-2.4 5 0M26.5 16.8c0 2.3 5 2.3 5 0"
            fill="none"
            stroke="var(--night)"
            strokeWidth="1.7"
            strokeLinecap="round"
          />
          <path d="M0 33c8-10 15-10 21-4s13 5 23-4v19H0z" fill="var(--night-line)" />
        </>
      )
    default:
      return <Letters ground="var(--night)" ink="var(--on-night)" letters={initials(name)} />
  }
}

function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return (words.length > 1 ? words.map(([first]) => first) : Array.from(words[0] ?? '')).slice(0, 2).join('').toUpperCase()
}

function Letters({ ground, ink, letters }: { ground: string; ink: string; letters: string }) {
  return (
    <>
      <path d="M0 0h44v44H0z" fill={ground} />
      <text x="22" y="28" textAnchor="middle" fontWeight="800" fontSize="17" fill={ink}>
        {letters}
      </text>
    </>
  )
}
