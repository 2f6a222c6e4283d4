/** The fields that the frame adds to every form; `server/read-form.ts` takes them out again. */
export const FRAME_FIELDS = { token: 'form-token', key: 'idempotency-key', version: 'version' } as const
