/** The names of all simulators: one public protocol each. */
export const FACE_NAMES = ['tmforum', 'sms', 'paystack', 'dpo', 'tingg', 'uba', 'daraja', 'money', 'smartcash'] as const
export type FaceName = (typeof FACE_NAMES)[number]
