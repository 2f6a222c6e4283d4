import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** A written file as the format stage accepts it: prose wrapped at 120 columns, tables padded. */
export async function formattedPage(path: string, source: string): Promise<string> {
  const formatter = spawn('node_modules/.bin/oxfmt', ['--stdin-filepath', path], { stdio: ['pipe', 'pipe', 'inherit'] })
  formatter.stdin.end(source)
  return text(formatter.stdout)
}
