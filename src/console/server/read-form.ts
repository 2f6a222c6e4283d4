import { FRAME_FIELDS } from '../frame/frame-fields.ts'
import type { ConsoleForm, UploadedFile } from '../console-request.ts'

export type PostedForm = { token: string; form: ConsoleForm; typed: Readonly<Record<string, string>> }

const MAX_FIELD = 5_000

/** The fields of a posted form. A form without an idempotency key of ours has an empty one, which acts refuse. */
export function readForm(body: string): PostedForm {
  return formOf(new URLSearchParams(body), null)
}

export function formOf(fields: URLSearchParams, file: UploadedFile | null): PostedForm {
  const get = (name: string) => (fields.get(name) ?? '').trim().slice(0, MAX_FIELD)
  const version = get(FRAME_FIELDS.version)
  const key = get(FRAME_FIELDS.key)
  const own: readonly string[] = Object.values(FRAME_FIELDS)
  return {
    token: get(FRAME_FIELDS.token),
    form: {
      get,
      all: (name) => fields.getAll(name).map((value) => value.trim().slice(0, MAX_FIELD)),
      file,
      idempotencyKey: /^[0-9a-f-]{36}$/.test(key) ? key : '',
      version: /^[0-9]{1,9}$/.test(version) ? Number(version) : null,
    },
    typed: Object.fromEntries([...fields.keys()].filter((name) => !own.includes(name)).map((name) => [name, get(name)])),
  }
}
