import { useId, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import type { FormField, FormSchema } from '#features/site-content/form-schema.ts'
import { fieldProblem, formProblems, TICKED, type FormProblems, type FormValues } from '../form-rules.ts'
import { problemWords, type FormTexts } from './field-words.ts'
import { SearchableSelect } from './searchable-select.tsx'
import styles from './dynamic-form.module.css'

/** What the page knows about a field in addition to its schema. */
export type FieldNote = { problem?: string | undefined; confirmation?: string | undefined; hint?: string | undefined }

type DynamicFormProps = {
  schema: FormSchema
  texts: FormTexts
  firstValues: FormValues
  /** The problems that the server found in `firstValues`. */
  problems: FormProblems
  notes?: Partial<Record<string, FieldNote>>
  isBusy: boolean
  /** The value that the submit button sends as `intent`. */
  intent: string
  cancelHref: string
  /** Rendered before the buttons, for example another way to send the form. */
  extra?: (canSend: boolean) => React.ReactNode
  onValue?: (name: string, value: string) => void
}

/** GEN-9: a name and an address are typed once. */
const KEPT = { 'data-keep': '' }

const NO_NOTES: Partial<Record<string, FieldNote>> = {}

/** FORM-1..4: the fields and buttons of a schema, rendered inside the form of a page. */
export function DynamicForm({
  schema,
  texts,
  firstValues,
  problems,
  notes = NO_NOTES,
  isBusy,
  intent,
  cancelHref,
  extra,
  onValue,
}: DynamicFormProps) {
  const hasScript = useHasScript()
  const [values, setValues] = useState<FormValues>(firstValues)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const found = formProblems(schema, values)
  const isWrong = (name: string) => found[name] !== undefined || notes[name]?.problem !== undefined
  const isFormComplete = !schema.fields.some(({ name }) => isWrong(name))
  const canSend = !hasScript || (isFormComplete && !isBusy)
  const set = (name: string) => (value: string) => {
    setValues((known) => ({ ...known, [name]: value }))
    setLeft((known) => new Set([...known].filter((each) => each !== name)))
    onValue?.(name, value)
  }

  function wordsFor(field: FormField): string | undefined {
    const value = values[field.name] ?? ''
    const problem = fieldProblem(field, value)
    // A problem appears when the visitor leaves the field, not during typing.
    if (left.has(field.name) && problem) return problemWords(field, problem, texts)
    if (notes[field.name]?.problem) return notes[field.name]?.problem
    return value === (firstValues[field.name] ?? '') ? problemWords(field, problems[field.name], texts) : undefined
  }

  return (
    <>
      {/* Enter presses the first button of a form, so this copy of the submit button comes first. */}
      <button hidden name="intent" value={intent} disabled={!canSend} tabIndex={-1} aria-hidden="true" />
      {schema.fields.map((field) => (
        <div key={field.name} onBlur={() => setLeft((known) => new Set([...known, field.name]))}>
          <FormFieldControl
            field={field}
            texts={texts}
            firstValue={firstValues[field.name] ?? ''}
            problem={wordsFor(field)}
            note={notes[field.name]}
            onValue={set(field.name)}
          />
        </div>
      ))}
      {hasScript && !isFormComplete && <p className={styles.missing}>{missingWords(schema, isWrong, texts)}</p>}
      {extra?.(canSend)}
      <div className={styles.actions}>
        {schema.actions.map(({ type, label }) =>
          type === 'cancel' ? (
            <ButtonLink key={type} look="quiet" href={cancelHref}>
              {label}
            </ButtonLink>
          ) : (
            <Button key={type} name="intent" value={intent} disabled={!canSend}>
              {label}
            </Button>
          ),
        )}
      </div>
    </>
  )
}

/** Says which fields are missing, because a disabled button does not explain itself. */
function missingWords({ fields }: FormSchema, isWrong: (name: string) => boolean, texts: FormTexts): string {
  const wrong = fields.filter(({ name }) => isWrong(name))
  // The label of a checkbox is a whole sentence.
  const labels = wrong.map(({ type, label }) => (type === 'checkbox' ? texts.consent : label))
  return fillText(texts.stillNeeded, { labels: [...new Set(labels)].join(', ') })
}

type ControlProps = {
  field: FormField
  texts: FormTexts
  firstValue: string
  problem: string | undefined
  note: FieldNote | undefined
  onValue: (value: string) => void
}

/** The fields that browsers can fill in. */
const AUTOFILL: Partial<Record<string, string>> = { name: 'name', email: 'email', installationAddress: 'address-line1' }

function FormFieldControl({ field, texts, firstValue, problem, note, onValue }: ControlProps) {
  const { name, type, required, placeholder, countryCode, maxLength } = field
  const label = required || type === 'checkbox' ? field.label : `${field.label} (${texts.optional})`
  const shared = { label, name, hint: note?.hint ?? placeholder, problem, confirmation: note?.confirmation }
  if (type === 'checkbox') return <CheckboxControl field={field} firstValue={firstValue} problem={problem} onValue={onValue} />
  if (type === 'select')
    return (
      <SearchableSelect {...shared} label={label} options={field.options ?? []} defaultValue={firstValue} texts={texts} onValue={onValue} />
    )
  if (countryCode) return <MobileNumberField {...shared} defaultValue={formatMobileNumber(firstValue)} onDigits={onValue} />
  return (
    <Field
      {...shared}
      input={{
        defaultValue: firstValue,
        maxLength: maxLength === undefined ? undefined : maxLength + 20,
        autoComplete: AUTOFILL[name] ?? 'off',
        ...KEPT,
        ...(name === 'email' ? { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } : {}),
        ref: (box) => takeEarly(box, (early) => early.value !== firstValue && onValue(early.value)),
        onInput: (event) => onValue(event.currentTarget.value),
      }}
    />
  )
}

/** On a slow connection, values are entered before script is ready. */
function takeEarly(box: HTMLInputElement | null, take: (box: HTMLInputElement) => void): void {
  if (!box || box.dataset.seen !== undefined) return
  box.dataset.seen = ''
  take(box)
}

function CheckboxControl({ field: { name, label }, firstValue, problem, onValue }: Omit<ControlProps, 'texts' | 'note'>) {
  const id = useId()
  return (
    <div className={styles.tick}>
      <label>
        <input
          type="checkbox"
          name={name}
          value={TICKED}
          defaultChecked={firstValue === TICKED}
          aria-describedby={`${id}-note`}
          aria-invalid={problem ? true : undefined}
          ref={(box) => takeEarly(box, (early) => early.checked !== (firstValue === TICKED) && onValue(early.checked ? TICKED : ''))}
          onChange={(event) => onValue(event.target.checked ? TICKED : '')}
        />
        <span>{label}</span>
      </label>
      <div id={`${id}-note`} className={styles.problem} aria-live="polite">
        {problem && (
          <>
            <Icon path={SIGNS.warn} />
            {problem}
          </>
        )}
      </div>
    </div>
  )
}
