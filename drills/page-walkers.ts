import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { offerSealingKey } from '#features/field-encryption/contract.ts'
import { SEALED_PREFIX, SEALING_FIELD, sealedText } from '#features/field-encryption/sealed-fields.ts'

/** Visible effects of two versions behind one address. */
export type Noticed = {
  walks: number
  /** Missing built files: the page continues as a plain form. */
  missingFiles: number
  files: number
  /** A refused form came back empty and without a message. */
  lostAnswers: number
  /** An encrypted number was refused. */
  refusedSeals: number
  /** The input of the previous page was lost. */
  lostDrafts: number
  /** Any other failure of a walk. */
  troubles: string[]
}

export function nothingNoticed(): Noticed {
  return { walks: 0, missingFiles: 0, files: 0, lostAnswers: 0, refusedSeals: 0, lostDrafts: 0, troubles: [] }
}

const PAGE = '/prepaid-recharge'
const FILE = /\/assets\/[\w.-]+\.js/g

export type Walker = {
  /** Opens a page with its files, is refused, continues with encrypted values, and checks the saved inputs. */
  walk(noticed: Noticed): Promise<void>
  /** Requests the files of the last opened page, as an open page does on touch. */
  fetchFiles(noticed: Noticed): Promise<void>
}

type Answer = { status: number; location: string; text: string }
type Send = (path: string, form?: Record<string, string>) => Promise<Answer>

let people = 0

/** Sequential visitors, each with separate cookies, address and number. */
export function aWalker(portalUrl: string): Walker {
  let send = aBrowser(portalUrl, '')
  let files: string[] = []

  async function fetchFiles(noticed: Noticed): Promise<void> {
    for (const file of files) {
      noticed.files += 1
      if ((await send(file)).status === 404) noticed.missingFiles += 1
    }
  }

  async function walk(noticed: Noticed): Promise<void> {
    people += 1
    send = aBrowser(portalUrl, `10.200.${(people >> 8) & 255}.${people & 255}`)
    const page = await send(PAGE)
    expectStatus(page, 200)
    files = [...new Set(page.text.match(FILE))]
    await fetchFiles(noticed)
    const refused = await send(PAGE, { msisdn: '12', amount: '500', intent: 'airtime' })
    expectStatus(refused, 303)
    if (!(await send(refused.location)).text.includes('aria-invalid="true"')) noticed.lostAnswers += 1
    await typeSealed(send, String(91_000_000 + ((people * 7_919) % 7_000_000)), noticed)
  }

  return {
    fetchFiles,
    async walk(noticed) {
      noticed.walks += 1
      await walk(noticed).catch((error: unknown) => noticed.troubles.push(error instanceof Error ? error.message : String(error)))
    },
  }
}

function expectStatus({ status, text }: Answer, wanted: number): void {
  if (status !== wanted) throw new Error(`answered ${status}, not ${wanted}: ${text.slice(0, 80)}`)
}

async function typeSealed(send: Send, number: string, noticed: Noticed): Promise<void> {
  const msisdn = await sealed(send, 'msisdn', number)
  const taken = await send(PAGE, { msisdn, amount: '500', intent: 'airtime', [SEALING_FIELD]: 'on' })
  if (taken.status !== 303 || !taken.location.startsWith('/payment/')) {
    noticed.refusedSeals += 1
    return
  }
  const shown = number.replaceAll(/(..)(?=.)/g, '$1 ')
  if (!(await send(PAGE)).text.includes(`value="${shown}"`)) noticed.lostDrafts += 1
  // It redirects to the payment methods.
  expectStatus(await send(taken.location), 303)
}

/** As the page's script does it. */
async function sealed(send: Send, name: string, value: string): Promise<string> {
  const { text } = await send(`${offerSealingKey.url}?count=1`)
  const { result } = JSON.parse(text) as { result: { kid: string; key: string; nonces: string[] } }
  const [nonce = ''] = result.nonces
  const key = createPublicKey({ key: Buffer.from(result.key, 'base64'), format: 'der', type: 'spki' })
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const secret = publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(sealedText({ nonce, name, value })))
  return `${SEALED_PREFIX}${result.kid}.${nonce}.${secret.toString('base64')}`
}

function aBrowser(portalUrl: string, address: string): Send {
  const cookies = new Map<string, string>()
  return async (path, form) => {
    const answer = await fetch(new URL(path, portalUrl), {
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: portalUrl,
        accept: 'text/html',
        'x-forwarded-for': address,
      },
      signal: AbortSignal.timeout(20_000),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
  }
}
