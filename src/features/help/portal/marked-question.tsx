import type { Suggestion } from '../contract.ts'

/** HELP-2: a question with what was searched for in bold. */
export function MarkedQuestion({ parts }: { parts: Suggestion['parts'] }) {
  return (
    <span>
      {parts.map(({ text, isMatch }, place) =>
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text have no other name than their place
        isMatch ? <b key={place}>{text}</b> : text,
      )}
    </span>
  )
}
