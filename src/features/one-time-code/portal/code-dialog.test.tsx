import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import texts from '#content/fr/otp-translation.json'
import { withEncryption } from '#features/field-encryption/portal/load-encryption.ts'
import '#portal/styles/base.css'
import type { CodePurpose } from '../contract.ts'
import { CodeDialogLater } from './code-dialog-later.tsx'
import { CodeRequestNote } from './code-request-note.tsx'
import { useCodeRequest } from './use-code-request.ts'

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) }
const keys = crypto.subtle.generateKey(ALGORITHM, true, ['encrypt', 'decrypt'])

type Answer = { statusCode: number; result?: object; message?: string; waitSeconds?: number } | 'silence'
const sent = (change: object = {}) => ({
  statusCode: 200,
  result: { refId: 'r', otpId: 'r', resendInSeconds: 60, attemptsLeft: 5, ...change },
})
const refused = (statusCode: number, message: string, waitSeconds?: number) => ({
  statusCode,
  message,
  ...(waitSeconds && { waitSeconds }),
})
const opened = { statusCode: 200, result: { uniqueCode: 'u' } }

beforeEach(() => withEncryption(({ forgetOffer }) => forgetOffer()))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A fake server with a list of responses per call, whose last one repeats. */
async function aServer(answers: { send?: Answer[]; resend?: Answer[]; verify?: Answer[] }) {
  const calls: { call: string; body: Record<string, string> }[] = []
  const { publicKey, privateKey } = await keys
  const key = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))))
  vi.stubGlobal('fetch', async (url: string, options: { body: string }) => {
    if (url.includes('/sealing-key')) return replyWith({ statusCode: 200, result: { kid: 'k', key, nonces: ['n', 'n', 'n', 'n'] } })
    if (url.includes('activePackage')) return replyWith({ statusCode: 200, result: { packageHtml: JSON.stringify(texts) } })
    calls.push({ call: url.replace('/orp/bfe/api/portal-service/', ''), body: JSON.parse(options.body) })
    const list = answers[url.includes('resend') ? 'resend' : url.includes('verify') ? 'verify' : 'send'] ?? [sent()]
    const answer = list.length > 1 ? list.shift() : list[0]
    if (!answer || answer === 'silence') throw new TypeError('offline')
    return replyWith(answer)
  })
  const open = async (sealed = '') => {
    const bytes = Uint8Array.from(atob(sealed.split('.').pop() ?? ''), (character) => character.charCodeAt(0))
    return new TextDecoder().decode(await crypto.subtle.decrypt(ALGORITHM, privateKey, bytes))
  }
  return { calls, open }
}

function replyWith(answer: Exclude<Answer, 'silence'>): Response {
  return new Response(JSON.stringify({ status: answer.statusCode === 200 ? 'success' : 'failure', code: 'x', ...answer }))
}

const onVerified = vi.fn<(uniqueCode: string, reference: string) => void>()

type PageProps = { purpose?: CodePurpose; onChangeNumber?: () => void; otherWay?: { label: string; onChoose: () => void } }

function Page({ purpose = 'BALANCE', onChangeNumber, otherWay }: PageProps) {
  const { code, isAsking, refusal, ask, close } = useCodeRequest(purpose, texts)
  return (
    <>
      <CodeRequestNote isAsking={isAsking} refusal={refusal} sending={texts.sending} />
      <button type="button" onClick={() => ask('90123456')}>
        Continuer
      </button>
      <CodeDialogLater
        code={code}
        purpose={purpose}
        onVerified={onVerified}
        onClose={close}
        onChangeNumber={onChangeNumber}
        otherWay={otherWay}
      />
    </>
  )
}

/** A page on which the visitor has requested a code. */
async function askedPage(props: PageProps = {}) {
  await render(<Page {...props} />)
  await page.getByRole('button', { name: 'Continuer' }).click()
}

const field = page.getByRole('textbox', { name: texts.codeLabel })
const closeButton = page.getByRole('button', { name: texts.close }).last()

test('OTP-1 the dialog opens after a code is sent, masks the number and focuses the field', async () => {
  const { calls } = await aServer({})
  await askedPage()
  await expect.element(page.getByText(/90.••.••.56/)).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(field).toHaveAttribute('inputmode', 'numeric')
  expect(calls).toEqual([
    { call: 'subscriber/v1/send-otp-hbb', body: { msisdn: expect.stringMatching(/^sealed\./), requestType: 'BALANCE' } },
  ])
  await expect.element(page.getByRole('timer')).toMatchTextContent(/dans (60|59) s/)
})

test('OTP-1 the sixth digit sends the code, encrypted, and nothing is sent before', async () => {
  onVerified.mockClear()
  const { calls, open } = await aServer({ verify: [opened] })
  await askedPage()
  await expect.element(field).not.toHaveAttribute('readonly')
  await userEvent.type(field, '48291')
  expect(calls).toHaveLength(1)
  await userEvent.keyboard('{Backspace}13')
  await expect.poll(() => onVerified.mock.calls).toEqual([['u', 'r']])
  expect(JSON.stringify(calls)).not.toContain('482913')
  expect(await open(calls[1]?.body.otp)).toBe('n\n482913')
})

test('OTP-1 a pasted code may contain spaces and words', async () => {
  onVerified.mockClear()
  const { calls, open } = await aServer({ verify: [opened] })
  await askedPage()
  await expect.element(field).not.toHaveAttribute('readonly')
  await field.fill('Code : 482 913')
  await expect.poll(() => onVerified.mock.calls).toHaveLength(1)
  expect(await open(calls[1]?.body.otp)).toBe('n\n482913')
})

test('API-4 the bill’s code uses the bill’s calls', async () => {
  const { calls } = await aServer({ verify: [opened] })
  await askedPage({ purpose: 'INVOICE' })
  await expect.element(field).not.toHaveAttribute('readonly')
  await field.fill('482913')
  await expect.poll(() => calls.map(({ call }) => call)).toEqual(['optimus/otp/send', 'optimus/otp/verify'])
})

test('OTP-2 a wrong code lowers the attempts, is announced and leaves an empty field with focus', async () => {
  await aServer({ verify: [refused(2003, 'Saisissez le bon code')] })
  await askedPage()
  await expect.element(field).not.toHaveAttribute('readonly')
  await userEvent.type(field, '111111')
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Saisissez le bon code. Essais restants : 4.')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  for (const words of ['Essais restants : 3', 'Essais restants : 2', texts.lastAttempt]) {
    await userEvent.type(field, '111111')
    await expect.element(alert).toMatchTextContent(words)
  }
  await userEvent.type(field, '111111')
  await expect.element(field).toHaveAttribute('readonly')
})

test('OTP-2 used-up attempts lock the input; the dialog stays until it is closed', async () => {
  await aServer({ verify: [refused(2002, 'Nombre maximal d’essais atteint.')] })
  await askedPage()
  await expect.element(field).not.toHaveAttribute('readonly')
  await userEvent.type(field, '111111')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nombre maximal d’essais atteint.')
  await expect.element(field).toHaveAttribute('readonly')
  expect(page.getByRole('timer').query()).toBeNull()
  // The alternative: what was not charged, and the number to call.
  await expect.element(page.getByText(/Appelez gratuitement le.\{care\}/)).toBeVisible()
  await closeButton.click()
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
})

test.for<[string, Answer, string]>([
  ['4001', refused(4001, 'Demandez un nouveau code.'), 'Demandez un nouveau code.'],
  ['400', refused(400, 'Vérifiez votre saisie.'), 'Vérifiez votre saisie.'],
  ['another code', refused(500, 'Un problème est survenu.'), 'Un problème est survenu.'],
  ['no answer', 'silence', texts.noAnswer],
])('OTP-2 %s at the check: the message shows and the dialog closes after eleven seconds', async ([, answer, words]) => {
  await aServer({ verify: [answer] })
  await askedPage()
  await expect.element(field).not.toHaveAttribute('readonly')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await field.fill('111111')
  await expect.element(page.getByRole('alert')).toMatchTextContent(words)
  await expect.element(closeButton).toBeVisible()
  // The closing timer is the only one left.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(10_900)
  expect(document.querySelector('dialog')).not.toBeNull()
  vi.advanceTimersByTime(200)
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
})

test('OTP-2 OTP-3 502 when sending: the page shows the limit and the time until the next code, without a dialog', async () => {
  await aServer({ send: [refused(502, 'Trop de codes demandés.', 480)] })
  await askedPage()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Trop de codes demandés. Un autre code est possible dans 8 min.')
  expect(document.querySelector('dialog')).toBeNull()
})

test('OTP-2 502 when resending: the dialog shows the limit, and can be closed at once', async () => {
  await aServer({ send: [sent({ resendInSeconds: 0 })], resend: [refused(502, 'Trop de codes demandés.', 480)] })
  await askedPage()
  await page.getByRole('button', { name: texts.resend }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Trop de codes demandés. Un autre code est possible dans 8 min.')
  await expect.element(closeButton).toHaveFocus()
  await closeButton.click()
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
})

test('OTP-3 resending too soon: the dialog stays and counts down the server’s seconds', async () => {
  await aServer({ send: [sent({ resendInSeconds: 0 })], resend: [refused(4294, 'Un code est déjà en route.', 42)] })
  await askedPage()
  await page.getByRole('button', { name: texts.resend }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Un code est déjà en route. Essais restants : 5.')
  await expect.element(page.getByRole('timer')).toMatchTextContent(/dans (42|41) s/)
  await expect.element(field).not.toHaveAttribute('readonly')
})

test('OTP-4 a code that was not sent is reported without a dialog, and can be requested again at once', async () => {
  const { calls } = await aServer({ send: [refused(5032, 'Nous ne pouvons pas envoyer de SMS pour le moment.'), sent()] })
  await askedPage()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nous ne pouvons pas envoyer de SMS pour le moment.')
  expect(document.querySelector('dialog')).toBeNull()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect.element(page.getByText(/Nous avons envoyé un code.*90.••.••.56/)).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
  expect(calls).toHaveLength(2)
})

test('OTP-4 an unconfirmed code is not reported as sent; it can be typed, or another one requested', async () => {
  await aServer({ send: [sent({ resendInSeconds: 0, isUnconfirmed: true })], resend: [sent()] })
  await askedPage()
  await expect.element(page.getByText(/Le centre SMS ne répond pas.*90.••.••.56/)).toBeVisible()
  expect(page.getByText(/Nous avons envoyé/).query()).toBeNull()
  await expect.element(field).not.toHaveAttribute('readonly')
  await page.getByRole('button', { name: texts.resend }).click()
  await expect.element(page.getByText(/Nous avons envoyé un code/)).toBeVisible()
})

test('POST-2 without attempts left, the dialog offers the way without a code', async () => {
  const onChoose = vi.fn<() => void>()
  await aServer({ verify: [refused(2002, 'Nombre maximal d’essais atteint.')] })
  await askedPage({ otherWay: { label: 'Par le numéro de compte', onChoose } })
  await expect.element(field).not.toHaveAttribute('readonly')
  await userEvent.type(field, '111111')
  await page.getByRole('button', { name: 'Par le numéro de compte' }).click()
  expect(onChoose).toHaveBeenCalledTimes(1)
})

test('OTP-1 another code can be requested after the countdown, and the attempts stay the same', async () => {
  const { calls } = await aServer({ send: [sent({ resendInSeconds: 1, attemptsLeft: 3 })], resend: [sent({ attemptsLeft: 3 })] })
  await askedPage()
  await page.getByRole('button', { name: texts.resend }).click()
  await expect.element(page.getByText(texts.resent)).toBeVisible()
  await expect.element(page.getByText('Essais restants : 3')).toBeVisible()
  await expect.element(page.getByRole('timer')).toMatchTextContent(/dans (60|59) s/)
  expect(calls.at(-1)).toEqual({ call: 'otp/v1/resend-otp', body: { refId: 'r' } })
})

test('OTP-1 there is a hint for a code that does not arrive, and the number can be changed', async () => {
  await aServer({})
  const onChangeNumber = vi.fn<() => void>()
  await askedPage({ onChangeNumber })
  await page.getByText(texts.notReceived).click()
  await expect.element(page.getByText(texts.notReceivedHint)).toBeVisible()
  await page.getByRole('button', { name: texts.changeNumber }).click()
  expect(onChangeNumber).toHaveBeenCalledTimes(1)
})

test('OTP-1 a phone that reads the SMS fills in the code', async () => {
  onVerified.mockClear()
  await aServer({ verify: [opened] })
  vi.stubGlobal('OTPCredential', vi.fn())
  const get = vi.spyOn(navigator.credentials, 'get').mockResolvedValue({ code: '482913' } as unknown as Credential)
  await askedPage()
  await expect.poll(() => onVerified.mock.calls).toEqual([['u', 'r']])
  get.mockRestore()
})
