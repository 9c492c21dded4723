import { boolean, type InferType, object, string } from 'yup';
import { messages } from '../messages.ts';

/** spec 5.01: a valid email and a password, no other limits. */
export const loginForm = object({
  email: string().trim().required(messages.loginForm.emailRequired).email(messages.loginForm.emailInvalid),
  password: string().required(messages.loginForm.passwordRequired),
  remember_me: boolean().default(false),
});
export type LoginForm = InferType<typeof loginForm>;
