import { expect, inject, it } from 'vitest';
import { benchBytes } from '../../bench/bytes.ts';

it('stack.md: a cold visit of login, commissions and events stays within its size limit', async () => {
  const results = await benchBytes({ url: inject('appUrl') });
  const over = results.filter(({ value, limit }) => limit !== undefined && value > limit);
  expect(over).toEqual([]);
});
