import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPacer } from '../../../server/domain/shared/parts.ts';

it('decisions 7.08: a slow statement is followed by half as many rows, a fast one by twice as many', async () => {
  const paced = createPacer({ least: 100, max: 1000, quickMs: 20, slowMs: 60 }, 400);
  expect(await paced.of(Promise.resolve('done'))).toBe('done');
  expect(paced.size()).toBe(800);
  await paced.of(Promise.resolve());
  expect(paced.size()).toBe(1000);
  for (const size of [500, 250, 125, 100, 100]) {
    await paced.of(pause(70));
    expect(paced.size()).toBe(size);
  }
  await expect(paced.of(Promise.reject(new Error('no')))).rejects.toThrow('no');
});
