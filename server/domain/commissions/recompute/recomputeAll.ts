import type { Day } from '../../../../contract/rules/time/period.ts';
import { EVER, type PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { applyChanges, type Found, frozenMonths, readChanges } from './recomputeWork.ts';

type Within = Pick<Repositories, 'config' | 'facts' | 'periods' | 'records'>;
type Progress = (done: number, total: number) => void;
/**
 * By which configuration, as of which day. `beside`: reads what was committed before, so that the next people are read while these are
 * written; all writers of money wait meanwhile.
 */
type Everything = Readonly<{
  current: VersionedConfig;
  today: Day;
  beside?: Pick<Within, 'facts' | 'records'>;
  progress?: Progress;
}>;

/** So many people are read in one go, and so many batches are read ahead: the database works while we compute. */
const BATCH = 5;
const AHEAD = 3;

/** Everybody's differences, a batch of people at a time; the database reads the next batches while this one is worked on. */
async function* changesOfAll(within: Within, everything: Everything): AsyncGenerator<Found[]> {
  const { current, today, beside = within, progress = () => {} } = everything;
  const everybody = await within.facts.everybody();
  await within.facts.lockPeople(everybody);
  const frozen = await frozenMonths(within);
  const read = async (at: number): Promise<Found[]> => {
    const ids = everybody.slice(at, at + BATCH);
    if (ids.length === 0) return [];
    const rows = await beside.facts.people(ids);
    const people = new Map<number, PersonRow>(rows.map((person) => [person.id, person]));
    const asked = ids.map((user_id) => ({ user_id, ...EVER }));
    return readChanges({ ...within, facts: beside.facts, records: beside.records }, asked, people, { current, frozen, today });
  };
  const ahead: Promise<Found[]>[] = [];
  const readMore = (at: number): void => {
    const found = read(at);
    // Whoever stops early is not told of a batch that nobody waits for.
    found.catch(() => {});
    ahead.push(found);
  };
  for (let batch = 0; batch < AHEAD; batch += 1) readMore(batch * BATCH);
  for (let at = 0; at < everybody.length; at += BATCH) {
    const found = await ahead.shift();
    readMore(at + AHEAD * BATCH);
    yield found ?? [];
    progress(Math.min(at + BATCH, everybody.length), everybody.length);
  }
}

/**
 * Makes every record what the facts and the configuration say, closed months excepted, in the transaction of `within`.
 * @returns how many records were written
 */
export const recomputeAll = async (within: Within, everything: Everything, at: Date): Promise<number> => {
  let count = 0;
  for await (const found of changesOfAll(within, everything)) {
    const changes = found.map((one) => one.changes);
    count += (await applyChanges(within, changes, at)).length;
  }
  if (count > 0) await within.records.sumAnew();
  return count;
};
