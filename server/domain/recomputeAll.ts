import type { Day } from '../../contract/rules/period.ts';
import type { PersonRow } from '../db/repositories/facts.ts';
import type { Repositories } from '../db/repositories/store.ts';
import type { VersionedConfig } from './config.ts';
import { applyChanges, type Found, frozenMonths, readChanges } from './recomputeWork.ts';

type Within = Pick<Repositories, 'config' | 'facts' | 'periods' | 'records'>;
export type Progress = (done: number, total: number) => void;

/** So many people's records are in memory at once. */
const BATCH = 20;
const EVER = { from: '1900-01-01', to: '2999-12-31' } as const;

/** Everybody's differences from what `current` says, a batch of people at a time; the next batch is read while one is worked on. */
async function* batches(within: Within, current: VersionedConfig, today: Day, progress: Progress): AsyncGenerator<Found[]> {
  const everybody = await within.facts.everybody();
  const frozen = await frozenMonths(within, EVER.from, EVER.to);
  const read = async (at: number): Promise<Found[]> => {
    const ids = everybody.slice(at, at + BATCH);
    if (ids.length === 0) return [];
    const people = new Map<number, PersonRow>((await within.facts.lockPeople(ids)).map((person) => [person.id, person]));
    const asked = ids.map((user_id) => ({ user_id, ...EVER }));
    return readChanges(within, asked, people, { current, frozen, today });
  };
  let next = read(0);
  for (let at = 0; at < everybody.length; at += BATCH) {
    const found = await next;
    next = read(at + BATCH);
    // Whoever stops early is not told of a batch that nobody waits for.
    next.catch(() => {});
    yield found;
    progress(Math.min(at + BATCH, everybody.length), everybody.length);
  }
}

/**
 * Makes every record what the facts and `current` say, closed months excepted, in the transaction of `within`.
 * @returns how many records were written
 */
export const recomputeAll = async (
  within: Within,
  current: VersionedConfig,
  today: Day,
  progress: Progress = () => {},
): Promise<number> => {
  let written = 0;
  for await (const found of batches(within, current, today, progress)) {
    written += (
      await applyChanges(
        within,
        found.map(({ changes }) => changes),
      )
    ).length;
  }
  return written;
};
