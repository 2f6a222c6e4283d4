/** Every face the pretend world may show to the portal: one public protocol each. */
export const FACE_NAMES = ['tmforum', 'sms', 'paystack', 'dpo', 'tingg', 'uba', 'daraja', 'money', 'smartcash'] as const
export type FaceName = (typeof FACE_NAMES)[number]
