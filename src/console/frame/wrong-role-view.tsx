import { STAFF_ACTS, type StaffAct } from '#features/staff-acts/acts.ts'
import { ACT_RULES, mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Staff, StaffRole } from '#shared/staff-role.ts'
import type { ConsoleLanguage } from '../console-language.ts'
import { actName } from './act-texts.ts'
import { useConsole } from './console-context.ts'
import { frameTexts } from './frame-texts.ts'
import { Icon } from './icon.tsx'
import type { MenuEntry } from './menu.ts'
import { ButtonLink } from './pieces.tsx'
import { roleList } from './role-texts.ts'
import { wrongRoleTexts } from './wrong-role-texts.ts'

export type WrongRoleProps = {
  /** What was refused: reading a page, or an act of it. */
  refused: 'page' | 'act'
  needed: readonly StaffRole[]
  /** The first page that is open to this person. */
  goOn: MenuEntry | null
}

const SHOWN = 5

/** CON-2: what one may do, and which role does the rest. */
export function WrongRoleView({ refused, needed, goOn }: WrongRoleProps) {
  const { language, staff } = useConsole()
  const texts = wrongRoleTexts(language)
  const [may, others] = [mayList(staff, language), othersList(staff, language)]
  const length = Math.max(may.length, others.length)
  return (
    <div className="middle-card">
      <section className="card pad-large stack">
        <div className="row top">
          <span className="face large locked">
            <Icon name="lock" />
          </span>
          <div className="stack-small">
            <h1>{refused === 'page' ? texts.title : texts.actTitle}</h1>
            <p className="text-quiet">
              {fillText(texts.you, { name: staff.name, roles: roleList(staff.roles, language), needed: roleList(needed, language) })}
            </p>
            {refused === 'act' && <p>{texts.nothing}</p>}
          </div>
        </div>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.may}</th>
                <th scope="col">{texts.others}</th>
              </tr>
            </thead>
            <tbody>
              {Array.from({ length }, (_none, at) => (
                <tr key={may[at] ?? others[at]}>
                  <td>{may[at] !== undefined && <Line icon="check">{may[at]}</Line>}</td>
                  <td>{others[at] !== undefined && <Line icon="lock">{others[at]}</Line>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {goOn && (
          <ButtonLink href={goOn.href} kind="main">
            {fillText(texts.goOn, { page: frameTexts(language)[goOn.key] })}
          </ButtonLink>
        )}
      </section>
    </div>
  )
}

function Line({ icon, children }: { icon: 'check' | 'lock'; children: string }) {
  return (
    <span className="row">
      <Icon name={icon} isSmall />
      {children}
    </span>
  )
}

function mayList(staff: Staff, language: ConsoleLanguage): string[] {
  const texts = wrongRoleTexts(language)
  const named = (act: StaffAct) => actName(act, language)
  const alone = STAFF_ACTS.filter((act) => mayDo(staff, act)).map(named)
  const proposed = STAFF_ACTS.filter((act) => mayPropose(staff, act) && !mayDo(staff, act)).map((act) =>
    fillText(texts.propose, { act: named(act) }),
  )
  const all = [...proposed, ...alone].slice(0, SHOWN)
  return all.length > 0 ? all : [texts.none]
}

/** What moves money first. */
function othersList(staff: Staff, language: ConsoleLanguage): string[] {
  const texts = wrongRoleTexts(language)
  const lacks = (roles: readonly StaffRole[]) => roles.length > 0 && !roles.some((role) => staff.roles.includes(role))
  const line = (text: string, act: StaffAct, roles: readonly StaffRole[]) =>
    fillText(text, { act: actName(act, language), roles: roleList(roles, language) })
  const approved = STAFF_ACTS.filter((act) => lacks(ACT_RULES[act].approves)).map((act) =>
    line(texts.othersApprove, act, ACT_RULES[act].approves),
  )
  const done = STAFF_ACTS.filter((act) => lacks(ACT_RULES[act].does)).map((act) => line(texts.othersDo, act, ACT_RULES[act].does))
  return [...approved, ...done].slice(0, SHOWN)
}
