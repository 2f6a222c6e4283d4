import { useId, type ReactNode } from 'react'
import { useConsole } from './console-context.ts'
import { FRAME_FIELDS } from './frame-fields.ts'

type ActFormProps = {
  /** `<path of the page>/<name of the act>`. */
  to: string
  /** CON-5: of what the act changes, as this page saw it. */
  version?: number
  className?: string
  /** Its act takes a file, which stands last. */
  hasFile?: boolean
  children: ReactNode
}

/** A form that does something: it works without script, belongs to one session, and counts once. */
export function ActForm({ to, version, className, hasFile = false, children }: ActFormProps) {
  const { formToken } = useConsole()
  return (
    <form method="post" action={to} className={className} encType={hasFile ? 'multipart/form-data' : undefined}>
      <input type="hidden" name={FRAME_FIELDS.token} value={formToken} />
      <input type="hidden" name={FRAME_FIELDS.key} value={crypto.randomUUID()} />
      {version !== undefined && <input type="hidden" name={FRAME_FIELDS.version} value={version} />}
      {children}
    </form>
  )
}

type FieldProps = { name: string; label: string; hint?: string; maxLength?: number; isRequired?: boolean; isLong?: boolean; value?: string }

/** A labelled text field, which shows again what was typed when its form was refused. */
export function TextField({ name, label, hint, maxLength = 200, isRequired = false, isLong = false, value = '' }: FieldProps) {
  const { typed } = useConsole()
  const id = useId()
  const shared = { id, name, maxLength, required: isRequired, defaultValue: typed[name] ?? value, 'aria-describedby': hint && `${id}-hint` }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea rows={3} className="input" {...shared} />
      ) : (
        <input type="text" className="input" autoComplete="off" {...shared} />
      )}
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}
