import { expect, it } from 'vitest';
import { seldom } from '../../../server/jobs/seldom.ts';

it('a full disk and a lost database are logged once a minute, every other error always', () => {
  const logged: unknown[] = [];
  let now = Date.parse('2026-11-21T12:00:00Z');
  const log = seldom(
    (error) => logged.push(error),
    () => new Date(now),
  );
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const lost = Object.assign(new Error('terminated'), { code: '57P01' });
  const own = new Error('a fault of ours');
  for (const error of [full, lost, own, full, own]) log(error);
  expect(logged).toEqual([full, own, own]);
  now += 59_999;
  log(full);
  expect(logged).toHaveLength(3);
  now += 1;
  log(lost);
  log(full);
  expect(logged).toEqual([full, own, own, lost]);
});
