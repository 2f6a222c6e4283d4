import { readFileSync } from 'node:fs'
import { freePorts } from './free-ports.ts'
import { startBoxes } from './kannel.ts'

const EXAMPLE = 'deploy/kannel-ussd.conf'
const PASSWORD = 'kannel-ussd'

type Places = { smppPort: number; smppPassword: string; portalUrl: string; key: string }

export type UssdKannel = { restart(): Promise<void>; stop(): Promise<void> }

/** The Kannel of deploy/kannel-ussd.conf with other addresses and secrets: it connects by SMPP and posts to the portal. */
export async function startUssdKannel({ smppPort, smppPassword, portalUrl, key }: Places): Promise<UssdKannel> {
  const [admin = 0, boxes = 0] = await freePorts(2)
  const kannel = await startBoxes({ admin, statusPassword: PASSWORD }, (folder) =>
    fill(readFileSync(EXAMPLE, 'utf8'), [
      [/^admin-port = .*/m, `admin-port = ${admin}`],
      [/^(admin|status)-password = .*/gm, `$1-password = ${PASSWORD}`],
      [/^(smsbox|bearerbox)-port = .*/gm, `$1-port = ${boxes}`],
      [/^store-location = .*/m, `store-location = "${folder}/spool"`],
      [/"\/var\/log\/kannel\//g, `"${folder}/`],
      [/^host = .*/m, 'host = 127.0.0.1'],
      [/^port = .*/m, `port = ${smppPort}`],
      [/^smsc-password = .*/m, `smsc-password = ${smppPassword}`],
      [/http:\/\/ussd:KEY@10\.20\.0\.9:3000/, `http://ussd:${key}@${new URL(portalUrl).host}`],
    ]),
  )
  const isBound = async () => /<type>smsbox<[\s\S]*<id>ussd<[\s\S]*<status>online/.test(await kannel.status())
  await kannel.until(isBound)
  return {
    async restart() {
      await kannel.restart()
      await kannel.until(isBound)
    },
    stop: kannel.stop,
  }
}

function fill(text: string, changes: readonly (readonly [what: RegExp, by: string])[]): string {
  return changes.reduce((filled, [what, by]) => {
    if (filled.search(what) === -1) throw new Error(`${EXAMPLE} has nothing like ${what}`)
    return filled.replace(what, by)
  }, text)
}
