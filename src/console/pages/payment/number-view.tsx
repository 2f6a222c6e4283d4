import { fillText } from '#shared/fill-text.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { ACT_RULES, mayDo } from '#features/staff-acts/roles.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Note, SubmitButton } from '../../frame/pieces.tsx'
import { roleList } from '../../frame/role-texts.ts'
import { shownReference } from '../words/payment-words.ts'
import { actTexts } from './act-texts.ts'
import { numberTexts } from './number-texts.ts'

const REASONS = ['caller', 'provider', 'authority'] as const

export function NumberView({ reference, line }: { reference: string; line: string }) {
  const { language, staff } = useConsole()
  const texts = numberTexts(language)
  const home = `/payments/${reference}`
  return (
    <section className="card confirm" aria-labelledby="confirm-title">
      <header>
        <div>
          <h1 id="confirm-title">{texts.title}</h1>
          <p className="small text-quiet">
            <a className="mono" href={home}>
              {shownReference(reference)}
            </a>{' '}
            · <span className="n">{maskMobileNumber(line)}</span>
          </p>
        </div>
      </header>
      <div className="pad-large stack-small">
        {mayDo(staff, 'see-number') ? (
          <ActForm to={`${home}/number`} className="stack-small">
            <ol className="will">
              <li>{texts.shown}</li>
              <li>{texts.noted}</li>
            </ol>
            <fieldset className="field radios">
              <legend>{texts.reason}</legend>
              {REASONS.map((reason) => (
                <label key={reason}>
                  <input type="radio" name="reason" value={texts[reason]} required />
                  {texts[reason]}
                </label>
              ))}
            </fieldset>
            <footer className="row wrap">
              <span className="row text-quiet small">
                <Icon name="person" />
                {actTexts(language).onePerson}
              </span>
              <span className="row wrap end">
                <ButtonLink href={home}>{texts.cancel}</ButtonLink>
                <SubmitButton kind="main">{texts.button}</SubmitButton>
              </span>
            </footer>
          </ActForm>
        ) : (
          <>
            <Note tone="warn">{fillText(texts.role, { roles: roleList(ACT_RULES['see-number'].does, language) })}</Note>
            <ButtonLink href={home}>{texts.cancel}</ButtonLink>
          </>
        )}
      </div>
    </section>
  )
}
