import { object, string } from 'yup';
import { plainTextTest } from '../../../contract/forms/plain.ts';
import { loginForm } from '../../../contract/forms/session/login.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isCommonPassword } from '../session/commonPasswords.ts';
import { checkForm } from '../shared/checkForm.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

export type NewAdmin = Readonly<{ email: string; password: string; first_name: string; last_name: string }>;

const t = messages.userFormText;
const form = object({
  email: loginForm.fields.email,
  first_name: string().trim().required(t.firstNameRequired).max(100).test(plainTextTest(t.firstName)),
  last_name: string().trim().required(t.lastNameRequired).max(100).test(plainTextTest(t.lastName)),
  password: string()
    .required(messages.loginFormText.passwordRequired)
    .min(limits.auth.passwordMinLength, t.passwordTooShort)
    .max(limits.auth.passwordMaxLength, t.passwordTooLong),
});

/**
 * Creates the first administrator, or another one.
 * @throws Problem 422 for invalid input, 409 if the email is taken
 */
export const createAdmin = async (
  { store, passwords, clock }: Pick<Services, 'store' | 'passwords' | 'clock'>,
  admin: NewAdmin,
): Promise<number> => {
  await checkForm(form, admin);
  const email = admin.email.trim();
  if (isCommonPassword(admin.password, [email, admin.first_name, admin.last_name]))
    throw new Problem(422, 'form_refused', t.passwordCommon);
  const password_hash = await passwords.hash(admin.password);
  const { first_name, last_name } = admin;
  return store.transaction(async (tx) => {
    if (await tx.users.byEmail(email)) throw new Problem(409, 'email_taken', fill(t.hasAccount, { email }));
    const at = clock();
    const names = { first_name: first_name.trim(), last_name: last_name.trim() };
    const id = await tx.users.insertAdmin({ email, ...names, password_hash });
    const entry = { actorId: null, action: 'user.created', entity: 'user', entityId: String(id), cause: 'admin:create' };
    await tx.audit.write(entry, { network: 'console', requestId: 'admin:create' }, at);
    return id;
  });
};
