import { type InferType, object, string } from 'yup';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const text = messages.changePassword;

/** spec 5.10 and decisions 4.02. A mismatch of `confirm` is an alert before any call, not a field error. */
export const changePasswordForm = object({
  current_password: string().required(text.currentRequired),
  new_password: string()
    .required(text.newRequired)
    .min(limits.auth.passwordMinLength, text.tooShort)
    .max(limits.auth.passwordMaxLength, text.tooLong),
  confirm: string().required(text.newRequired),
});
export type ChangePasswordForm = InferType<typeof changePasswordForm>;
