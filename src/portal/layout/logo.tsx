/** The operator's mark: a dune under a signal. Part of the brand, see src/shared/brand.ts. */
export function Logo() {
  return (
    <svg viewBox="0 0 40 40" width="34" height="34" aria-hidden="true">
      <circle cx="20" cy="20" r="19" fill="#f97316" />
      <path d="M2 27c7-9 13-9 18-3s11 5 18-2a19 19 0 0 1-36 5z" fill="#17153b" />
      <path
        d="M14 17a8.5 8.5 0 0 1 12 0M10.5 13.5a13.5 13.5 0 0 1 19 0"
        stroke="#17153b"
        strokeWidth="2.4"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  )
}
