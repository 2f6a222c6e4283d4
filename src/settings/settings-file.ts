import { SettingProblem } from '#shared/setting-problem.ts'

/**
 * A settings file as systemd and compose read it: NAME=value lines, and lines that begin with # or ;. Quotes around a whole value are
 * removed. Lines that the two would read differently are refused; a value is never shown.
 */
export function parseSettingsFile(text: string, path: string): Record<string, string> {
  const problems: string[] = []
  const read: Record<string, string> = {}
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*([#;].*)?$/.test(line)) continue
    const [, name, value = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? []
    const plain = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
    if (name === undefined) problems.push(`${path} line ${index + 1}: must be NAME=value`)
    else if (/\\|["']| #/.test(plain))
      problems.push(`${path} line ${index + 1}: ${name} holds a backslash, a quotation mark or a comment, which programs read differently`)
    else read[name] = plain
  }
  if (problems.length > 0) throw new SettingProblem(...problems)
  return read
}
