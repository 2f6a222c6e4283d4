import { Spoken } from '#portal/ui/messages/spoken.tsx'

type EnterButtonProps = { intent: 'check' | 'bundles'; isOff: boolean }

/**
 * The button that Enter in a field presses: browsers take the first button of a form, and the next ones buy. It is invisible, not read
 * aloud and not focusable; not `hidden`, because some browsers skip a button without a layout box.
 */
export function EnterButton({ intent, isOff }: EnterButtonProps) {
  return (
    <Spoken>
      <button name="intent" value={intent} data-enter tabIndex={-1} aria-hidden="true" aria-disabled={isOff || undefined} />
    </Spoken>
  )
}

export function isEnter({ nativeEvent }: React.SubmitEvent<HTMLFormElement>): boolean {
  return nativeEvent.submitter?.hasAttribute('data-enter') ?? false
}
