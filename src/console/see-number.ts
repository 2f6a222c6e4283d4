import { consoleTexts } from './console-texts.ts'
import type { ConsoleAct, ConsoleRequest, FullNumberTarget } from './console-request.ts'
import { mayDo } from '#features/staff-acts/roles.ts'

const texts = consoleTexts({
  fr: {
    shown: 'Numéro entier affiché pendant 60 s',
    shownText: 'La raison est écrite au journal avec votre nom.',
    reason: 'Donnez une raison',
    reasonText: 'Au moins 5 signes : elle est écrite au journal. Aucun numéro n’a été affiché.',
  },
  en: {
    shown: 'Full number shown for 60 s',
    shownText: 'The reason is written to the audit log with your name.',
    reason: 'Give a reason',
    reasonText: 'At least 5 characters: it is written to the audit log. No number was shown.',
  },
})

const MIN_REASON = 5

/** CON-10: shows the full numbers of a target on its page for a minute. The form has one field, `reason`. */
export function seeNumberAct(targetOf: (request: ConsoleRequest) => FullNumberTarget): ConsoleAct {
  return {
    act: 'see-number',
    async run(request, form) {
      const words = texts(request.language)
      const reason = form.get('reason')
      if (!mayDo(request.staff, 'see-number') || reason.length < MIN_REASON)
        return { kind: 'refused', status: 422, notice: { tone: 'bad', title: words.reason, text: words.reasonText } }
      await request.showFullNumber(targetOf(request), reason)
      const to = request.url.pathname + request.url.search
      return { kind: 'done', to, notice: { tone: 'info', title: words.shown, text: words.shownText } }
    },
  }
}
