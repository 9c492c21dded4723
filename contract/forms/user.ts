import { object, string } from 'yup';
import { roles } from '../entities/user.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { isUsableDay } from '../rules/time/period.ts';
import { plainTextTest } from './plain.ts';

const t = messages.userFormText;
const { nameMax, emailMax } = limits.users;
const { passwordMinLength, passwordMaxLength } = limits.auth;

/** A single line: runs of whitespace become one space. */
const singleLineText = () =>
  string().transform((value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s+/gu, ' ').trim() : value));
const name = (label: string, required: string) =>
  singleLineText().required(required).max(nameMax, t.nameTooLong).test(plainTextTest(label));

/** '' and null mean no day. */
const day = (message: string) =>
  string()
    .nullable()
    .test('day', message, (value) => !value || isUsableDay(value));

const fields = {
  first_name: name(t.firstName, t.firstNameRequired),
  last_name: name(t.lastName, t.lastNameRequired),
  role: string()
    .oneOf(['', ...roles], t.roleUnknown)
    .required(t.roleRequired),
  /** '' and null mean no value; the server knows the company's territories. */
  territory: string().nullable().max(limits.territories.maxChars, t.territoryUnknown),
  manager_id: string().nullable(),
  /** '' keeps the current password or, for a new user, generates one. Never trimmed. */
  password: string().test({
    test: (value, { createError }) => {
      if (!value) return true;
      if (value.length < passwordMinLength) return createError({ message: t.passwordTooShort });
      return value.length <= passwordMaxLength || createError({ message: t.passwordTooLong });
    },
  }),
  employee_number: singleLineText().nullable().max(nameMax, t.employeeNumberTooLong).test(plainTextTest(t.employeeNumber)),
  employment_start: day(t.dayInvalid),
  employment_end: day(t.dayInvalid).test(
    'after start',
    t.endBeforeStart,
    (end, { parent }) => !end || !parent.employment_start || end >= parent.employment_start,
  ),
};

/** spec 5.09, for a new user. Addresses that differ only in case are the same; the server reports that. */
export const newUserForm = object({
  ...fields,
  email: string().trim().required(t.emailRequired).max(emailMax, t.emailTooLong).email(t.emailInvalid),
});

/** spec 5.09, for an existing user: the email cannot change. */
export const userForm = object({ ...fields, effective_from: day(t.dayInvalid) });

/** spec 2.62: fields that users may change themselves. */
export const profileForm = userForm.pick(['first_name', 'last_name', 'territory']);
