import { object, string } from 'yup';
import { roles, territories } from '../entities/user.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { isUsableDay } from '../rules/time/period.ts';
import { plain } from './plain.ts';

const text = messages.userForm;
const { nameMax, emailMax } = limits.users;
const { passwordMinLength, passwordMaxLength } = limits.auth;

/** A single line: runs of whitespace become one space. */
const line = () => string().transform((typed: unknown) => (typeof typed === 'string' ? typed.replaceAll(/\s+/gu, ' ').trim() : typed));
const name = (label: string, required: string) => line().required(required).max(nameMax, text.nameTooLong).test(plain(label));

/** '' and null mean no day. */
const day = (message: string) =>
  string()
    .nullable()
    .test('day', message, (typed) => !typed || isUsableDay(typed));

const fields = {
  first_name: name(text.firstName, text.firstNameRequired),
  last_name: name(text.lastName, text.lastNameRequired),
  role: string()
    .oneOf(['', ...roles], text.roleUnknown)
    .required(text.roleRequired),
  /** '' and null mean no value. */
  territory: string()
    .nullable()
    .oneOf(['', null, ...territories], text.territoryUnknown),
  manager_id: string().nullable(),
  /** '' keeps the current password or, for a new user, generates one. Never trimmed. */
  password: string().test({
    test: (typed, { createError }) => {
      if (!typed) return true;
      if (typed.length < passwordMinLength) return createError({ message: text.passwordTooShort });
      return typed.length <= passwordMaxLength || createError({ message: text.passwordTooLong });
    },
  }),
  employee_number: line().nullable().max(nameMax, text.employeeNumberTooLong).test(plain(text.employeeNumber)),
  employment_start: day(text.dayInvalid),
  employment_end: day(text.dayInvalid).test(
    'after start',
    text.endBeforeStart,
    (end, { parent }) => !end || !parent.employment_start || end >= parent.employment_start,
  ),
};

/** spec 5.09, for a new user. Addresses that differ only in case are the same; the server reports that. */
export const newUserForm = object({
  ...fields,
  email: string().trim().required(text.emailRequired).max(emailMax, text.emailTooLong).email(text.emailInvalid),
});

/** spec 5.09, for an existing user: the email cannot change. */
export const userForm = object({ ...fields, effective_from: day(text.dayInvalid) });

/** spec 2.62: fields that users may change themselves. */
export const profileForm = userForm.pick(['first_name', 'last_name', 'territory']);
