import { format, resolveConfig } from 'prettier'

/** A written page as the format stage accepts it: prose wrapped at 120 columns, tables padded. */
export async function formattedPage(path: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(path)), filepath: path })
}
