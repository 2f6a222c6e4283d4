import { useId } from 'react'
import { CLAIM_WORDS } from '#features/find-payment/claim-rules.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import { fillText } from '#shared/fill-text.ts'
import { MAX_SMS_PARTS } from '#shared/gsm-text.ts'
import { measureSms, type SmsMeasure } from '#shared/measure-sms.ts'
import { visibleText } from '#shared/visible-text.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatDate, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { Card, SubmitButton } from '../../frame/pieces.tsx'
import { shownNumber } from '../words/payment-words.ts'
import { Fact, languageWord, SmsFact } from './claim-facts.tsx'
import { claimTexts } from './claim-texts.ts'
import type { ClaimProps } from './claim-props.ts'
import { CODINGS, filledParts, SIGN_GAP, signWords } from './sms-words.ts'

/** FIND-4: what the visitor will read, with what it costs, before it is sent. */
export function AnswerCard(props: ClaimProps) {
  const { language, staff, typed } = useConsole()
  const texts = claimTexts(language)
  const { claim, mark, frame, text } = props
  if (!mayDo(staff, 'answer-claim'))
    return (
      <Card title={texts.reply}>
        <p className="pad small text-quiet">{texts.role}</p>
      </Card>
    )
  const value = typed.answer ?? text
  const answer = visibleText(value)
  const measure = measureSms(frame.before + answer + frame.after)
  return (
    <section className="card" id="answer">
      <header>
        <h2>{texts.reply}</h2>
        <span className="end text-quiet">{texts.replyEnd}</span>
      </header>
      <ActForm to={`/claims/${claim.number}/answer`} version={claim.version}>
        <input type="hidden" name="seen" value={mark} />
        <div className="claim-sides">
          <div className="pad stack-small">
            <Templates {...props} />
            <AnswerField value={value} frame={frame} />
            <Count characters={answer.length} measure={measure} />
            <Signs name="replaced" words={texts.replaced} signs={measure.replaced.map(signWords)} />
            <Signs name="outside" words={texts.outside} signs={measure.outside} />
          </div>
          <div className="pad stack-small small">
            <h3>{texts.phone}</h3>
            <p className="sms" data-sms="text" dir="auto">
              {measure.text}
            </p>
            <dl className="facts claim-facts">
              <Fact term={texts.visitorLanguage}>{languageWord(claim.language, language)}</Fact>
              <Fact term={texts.goesTo}>
                <span className="n">{shownNumber(claim.msisdn, language)}</span>
              </Fact>
            </dl>
            <p className="tiny text-quiet">{texts.never}</p>
          </div>
        </div>
        <footer className="claim-send">
          <span className="grow">{texts.closes}</span>
          <button type="submit" className="button without-script" formAction={`/claims/${claim.number}/count`} formNoValidate>
            {texts.count}
          </button>
          <SubmitButton kind="main" icon="speech">
            {texts.send} <kbd className="needs-script">Ctrl ↵</kbd>
          </SubmitButton>
        </footer>
      </ActForm>
    </section>
  )
}

function Templates({ claim, templates }: ClaimProps) {
  const { language } = useConsole()
  const texts = claimTexts(language)
  return (
    <nav className="row wrap" aria-label={texts.templates}>
      {templates.map(({ name }) => (
        <a key={name} className="chip" href={`/claims/${claim.number}?template=${name}#answer`}>
          {texts[`template_${name}`]}
        </a>
      ))}
    </nav>
  )
}

function Count({ characters, measure }: { characters: number; measure: SmsMeasure }) {
  const { language } = useConsole()
  const texts = claimTexts(language)
  return (
    <>
      <p className="row wrap small">
        <span className="n">
          <b data-sms="characters">{characters}</b> <span className="text-quiet">{fillText(texts.signs, { most: CLAIM_WORDS })}</span>
        </span>
        <span className="end row n">
          <span className="text-quiet">{texts.wholeSms}</span>
          <b data-sms="units">{measure.units}</b>
          <span className="pill quiet" data-sms="parts">
            {fillText(texts.smsOf, { parts: measure.parts, coding: CODINGS[measure.coding] })}
          </span>
        </span>
      </p>
      <p className="sms-bars" aria-hidden="true">
        {filledParts(measure, MAX_SMS_PARTS).map(({ part, filled }) => (
          <progress key={part} data-sms-bar="" max={measure.size} value={filled ?? 0} hidden={filled === null} />
        ))}
      </p>
      <p className="text-bad small" data-sms-over="" role="status" hidden={measure.parts <= MAX_SMS_PARTS}>
        {fillText(texts.tooLong, { most: MAX_SMS_PARTS })}
      </p>
    </>
  )
}

function AnswerField({ value, frame: { before, after } }: { value: string; frame: ClaimProps['frame'] }) {
  const texts = claimTexts(useConsole().language)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{texts.answer}</label>
      <textarea
        id={id}
        className="input"
        name="answer"
        rows={5}
        dir="auto"
        required
        maxLength={CLAIM_WORDS}
        defaultValue={value}
        data-sms-before={before}
        data-sms-after={after}
        data-sms-parts={texts.smsOf}
        data-sms-most={MAX_SMS_PARTS}
      />
    </div>
  )
}

function Signs({ name, words, signs }: { name: 'replaced' | 'outside'; words: string; signs: readonly string[] }) {
  return (
    <div className={name === 'outside' ? 'note warn' : 'note quiet'} data-sms-message="" hidden={signs.length === 0}>
      <Icon name={name === 'outside' ? 'warning' : 'info'} />
      <div>
        {words} <b data-sms={name}>{signs.join(SIGN_GAP)}</b>
      </div>
    </div>
  )
}

export function AnsweredCard({ claim }: ClaimProps) {
  const { language } = useConsole()
  const texts = claimTexts(language)
  const { answer, closedAt, closedBy } = claim
  if (!closedAt) return null
  const by = { name: closedBy ?? '—', day: formatDate(closedAt, language), time: formatMinute(closedAt, language) }
  return (
    <Card title={texts.ourAnswer} footer={<p>{texts.final}</p>}>
      <div className="pad stack-small small">
        <blockquote className="sms" dir="auto">
          {answer}
        </blockquote>
        <p className="text-quiet">{fillText(texts.answeredBy, by)}</p>
        <dl className="facts claim-facts">
          <SmsFact message="closed" claim={claim} />
        </dl>
      </div>
    </Card>
  )
}
