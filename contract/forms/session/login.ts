import { boolean, type InferType, object, string } from 'yup';
import { messages } from '../../messages.ts';

/** spec 5.01: a valid email and a password, no other limits. */
export const loginForm = object({
  email: string().trim().required(messages.loginFormText.emailRequired).email(messages.loginFormText.emailInvalid),
  password: string().required(messages.loginFormText.passwordRequired),
  remember_me: boolean().default(false),
});
export type LoginForm = InferType<typeof loginForm>;
