import { ACT_RULES } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import { ActForm, TextField } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Note, SubmitButton } from '../../frame/pieces.tsx'
import { roleList } from '../../frame/role-texts.ts'
import { dataProposalTexts } from '../data-proposal/data-proposal-texts.ts'
import { actTexts } from '../payment/act-texts.ts'

/** `filter`: of the list, as its address. */
export type FullExportProps = { filter: string; rows: number; mayPropose: boolean }

export function FullExportView({ filter, rows, mayPropose }: FullExportProps) {
  const { language } = useConsole()
  const texts = dataProposalTexts(language)
  const list = `/payments?${filter}`
  return (
    <section className="card confirm" aria-labelledby="confirm-title">
      <header>
        <div>
          <h1 id="confirm-title">{texts.exportTitle}</h1>
          <p className="small text-quiet">
            {fillText(texts.filter, { count: formatCount(rows, language) })} · <a href={list}>{texts.openFilter}</a>
          </p>
        </div>
      </header>
      <div className="pad-large stack-small">
        <p>{texts.exportLead}</p>
        <p>{texts.exportWill}</p>
        <ol className="will">
          <li>{texts.exportWill1}</li>
          <li>{texts.exportWill2}</li>
        </ol>
        {mayPropose ? (
          <ActForm to="/payments/full-export/propose" className="stack-small">
            <input type="hidden" name="filter" value={filter} />
            <TextField name="note" label={texts.exportWhy} hint={texts.exportHint} maxLength={300} isRequired isLong />
            <footer className="row wrap">
              <span className="row text-quiet small">
                <Icon name="people" />
                {actTexts(language).twoPeople}
              </span>
              <span className="row wrap end">
                <ButtonLink href={list}>{texts.cancel}</ButtonLink>
                <SubmitButton kind="main">{texts.exportPropose}</SubmitButton>
              </span>
            </footer>
          </ActForm>
        ) : (
          <>
            <Note tone="warn">{fillText(texts.exportRole, { roles: roleList(ACT_RULES['export-numbers'].proposes, language) })}</Note>
            <ButtonLink href={list}>{texts.toPayments}</ButtonLink>
          </>
        )}
      </div>
    </section>
  )
}
