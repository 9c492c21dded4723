import { describe, expect, it } from 'vitest';
import type { AnySchema } from 'yup';
import { ValidationError } from 'yup';
import { disputeForm } from '../../contract/forms/dispute.ts';
import { mercuryForm } from '../../contract/forms/mercury.ts';
import { quickbooksForm } from '../../contract/forms/quickbooks.ts';
import { changePasswordForm } from '../../contract/forms/session/changePassword.ts';
import { loginForm } from '../../contract/forms/session/login.ts';
import { profileForm } from '../../contract/forms/user.ts';
import { isPlainText } from '../../contract/rules/text.ts';

/** The first message of each field, as shown in a form. */
const errorsOf = async (form: AnySchema, values: unknown): Promise<Record<string, string>> => {
  try {
    await form.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const first: Record<string, string> = {};
    for (const inner of error.inner) first[inner.path ?? ''] ??= inner.message;
    return first;
  }
};

describe('spec 5.01: the login form', () => {
  const valid = { email: 'sales@demo.test', password: 'x', remember_me: true };

  it('takes a valid e-mail and any password', async () => expect(await errorsOf(loginForm, valid)).toEqual({}));
  it('asks for the e-mail', async () => expect(await errorsOf(loginForm, { ...valid, email: '' })).toEqual({ email: 'Email is required' }));
  it('asks for the password', async () =>
    expect(await errorsOf(loginForm, { ...valid, password: '' })).toEqual({ password: 'Password is required' }));
  it.each(['sales', 'sales@', '@demo.test', 'a b@demo.test'])('refuses %j as an e-mail', async (email) =>
    expect(await errorsOf(loginForm, { ...valid, email })).toEqual({ email: 'Email must be a valid email' }),
  );
  it('has no other limits: passwords of 1 and of 500 characters pass', async () => {
    expect(await errorsOf(loginForm, { ...valid, password: ' ' })).toEqual({});
    expect(await errorsOf(loginForm, { ...valid, password: 'p'.repeat(500) })).toEqual({});
  });
  it('keeps spaces in a password and trims those around an e-mail', async () =>
    expect(await loginForm.validate({ email: '  sales@demo.test ', password: ' p ' })).toEqual({
      email: 'sales@demo.test',
      password: ' p ',
      remember_me: false,
    }));
});

describe('decisions 4.02: the change password form', () => {
  const valid = { current_password: 'old', new_password: 'twelve chars', confirm: 'twelve chars' };

  it('takes a new password of 12 characters', async () => expect(await errorsOf(changePasswordForm, valid)).toEqual({}));
  it('refuses one of 11 characters', async () =>
    expect(await errorsOf(changePasswordForm, { ...valid, new_password: 'eleven char' })).toEqual({
      new_password: 'New password must have at least 12 characters',
    }));
  it('takes 128 characters and refuses 129', async () => {
    expect(await errorsOf(changePasswordForm, { ...valid, new_password: 'p'.repeat(128) })).toEqual({});
    expect(await errorsOf(changePasswordForm, { ...valid, new_password: 'p'.repeat(129) })).toEqual({
      new_password: 'New password must have at most 128 characters',
    });
  });
  it('asks for every field', async () =>
    expect(await errorsOf(changePasswordForm, { current_password: '', new_password: '', confirm: '' })).toEqual({
      current_password: 'Current password is required',
      new_password: 'New password is required',
      confirm: 'New password is required',
    }));
  it('spec 5.10: mismatched new passwords are an alert, not a field error', async () =>
    expect(await errorsOf(changePasswordForm, { ...valid, confirm: 'another one' })).toEqual({}));
});

describe('deceptive text', () => {
  it.each(['a\u202eb', 'a\u202ab', 'a\u2067b', 'a\u0000b', 'a\u001bb', 'a\u0085b', 'a\u200bb', 'a\ufeffb', 'a\u00adb'])(
    '%j is not plain',
    (text) => expect(isPlainText(text)).toBe(false),
  );
  it.each(['one\ttwo\r\nthree', '\u0627\u0644\u0639', '\u05d0\u200f', '\u06cc\u200c\u062e', '👩\u200d🔬', 'e\u0301', ''])(
    '%j is plain',
    (text) => expect(isPlainText(text)).toBe(true),
  );
  it('names the field with deceptive text', async () => {
    const names = { first_name: 'Ana\u202e', last_name: 'Bell', territory: '' };
    const sentence = 'contains an invisible character. Type it instead of pasting it.';
    expect(await errorsOf(profileForm, names)).toEqual({ first_name: `First Name ${sentence}` });
    expect(await errorsOf(disputeForm, { message: 'Why so\u2066?' })).toEqual({ message: `This text ${sentence}` });
  });
});

describe('spec 5.05, 5.06: the browser requires no more than the specification, whichever server keeps the connection', () => {
  it.each(['merc_0123456789', 'x', 'a token with spaces', 'secret-token:mercury_production_rw_1'])(
    'takes %j as a Mercury token',
    async (token) => expect(await errorsOf(mercuryForm, { name: 'Main bank', token_string: token })).toEqual({}),
  );
  it('names the missing Mercury token and name', async () =>
    expect(await errorsOf(mercuryForm, { name: ' ', token_string: ' ' })).toEqual({
      name: 'Please enter a name for this integration',
      token_string: 'Please enter a Mercury Bank API token',
    }));
  it.each(['A', 'N.E-1', '_WEST', 'ABCDEFGHIJ'])('takes %j as an invoice suffix', async (invoice_suffix) =>
    expect(await errorsOf(quickbooksForm, { invoice_suffix })).toEqual({}),
  );
  it('names a missing suffix, and one of more than 10 characters', async () =>
    expect([
      await errorsOf(quickbooksForm, { invoice_suffix: '' }),
      await errorsOf(quickbooksForm, { invoice_suffix: 'ABCDEFGHIJK' }),
    ]).toEqual([{ invoice_suffix: 'Please enter an invoice suffix' }, { invoice_suffix: 'At most 10 characters' }]));
});
