import { measureSms } from '#shared/measure-sms.ts'
import { visibleText } from '#shared/visible-text.ts'
import { CODINGS, filledParts, SIGN_GAP, signWords } from './sms-words.ts'

/** Counts the SMS of an answer while it is typed; the server counts the same when the form is sent. */
export function countAnswer(): void {
  const field = document.querySelector<HTMLTextAreaElement>('textarea[data-sms-before]')
  if (!field) return
  const { smsBefore = '', smsAfter = '', smsParts = '', smsMost = '' } = field.dataset
  const show = () => {
    const answer = visibleText(field.value)
    const measure = measureSms(smsBefore + answer + smsAfter)
    write('characters', String(answer.length))
    write('units', String(measure.units))
    write('parts', smsParts.replace('{parts}', String(measure.parts)).replace('{coding}', CODINGS[measure.coding]))
    write('text', measure.text)
    list('replaced', measure.replaced.map(signWords))
    list('outside', measure.outside)
    for (const place of document.querySelectorAll<HTMLElement>('[data-sms-over]')) place.hidden = measure.parts <= Number(smsMost)
    const bars = [...document.querySelectorAll<HTMLProgressElement>('progress[data-sms-bar]')]
    const filled = filledParts(measure, bars.length)
    for (const [place, bar] of bars.entries()) {
      const own = filled[place]?.filled ?? null
      bar.hidden = own === null
      bar.max = measure.size
      bar.value = own ?? 0
    }
  }
  field.addEventListener('input', show)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>('button.main'))
  })
  // A draft of this tab may stand in the field already.
  show()
}

function write(name: string, text: string): void {
  const place = document.querySelector(`[data-sms="${name}"]`)
  if (place) place.textContent = text
}

/** One sign each; the message around an empty list is hidden. */
function list(name: string, signs: readonly string[]): void {
  const place = document.querySelector(`[data-sms="${name}"]`)
  if (!place) return
  place.textContent = signs.join(SIGN_GAP)
  const message = place.closest<HTMLElement>('[data-sms-message]')
  if (message) message.hidden = signs.length === 0
}
