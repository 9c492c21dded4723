import { expect, it } from 'vitest';
import { stripeForm } from '../../../contract/forms/stripe.ts';
import { readConnectionForm } from '../../../server/connectors/typedForm.ts';
import type { Problem } from '../../../server/domain/shared/problem.ts';

const refusalOf = (input: Readonly<Record<string, unknown>>): Problem | null => {
  try {
    readConnectionForm(stripeForm, input);
    return null;
  } catch (error) {
    return error as Problem;
  }
};

it('spec 7.33: a refused form names each field and shows the first message', () => {
  const refusal = refusalOf({ name: 7 });
  expect([refusal?.status, Object.keys(refusal?.errors ?? {})]).toEqual([400, ['name', 'token_string']]);
  expect(refusal?.message).toBe(refusal?.errors?.name);
  expect(refusalOf({ name: 'Stripe', token_string: 'rk_test_1' })).toBeNull();
});
