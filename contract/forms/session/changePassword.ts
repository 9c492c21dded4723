import { type InferType, object, string } from 'yup';
import { limits } from '../../limits.ts';
import { messages } from '../../messages.ts';

const t = messages.changePassword;

/** spec 5.10 and decisions 4.02. A mismatch of `confirm` is an alert before any call, not a field error. */
export const changePasswordForm = object({
  current_password: string().required(t.currentRequired),
  new_password: string()
    .required(t.newRequired)
    .min(limits.auth.passwordMinLength, t.tooShort)
    .max(limits.auth.passwordMaxLength, t.tooLong),
  confirm: string().required(t.newRequired),
});
export type ChangePasswordForm = InferType<typeof changePasswordForm>;
