import type { Day } from '../../../../contract/rules/time/period.ts';
import { EVER, type PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { readClosedMonths } from './closedMonths.ts';
import { type DiffedPerson, readAndDiff } from './diffPeople.ts';
import { writeDiffs } from './writeDiffs.ts';

type Within = Pick<Repositories, 'config' | 'facts' | 'periods' | 'records'>;
type Progress = (done: number, total: number) => void;
/**
 * By which configuration, as of which day. `committed` reads what was committed before, so that the next people are read while these are
 * written; until it ends, every other writer of money waits.
 */
type EverybodyContext = Readonly<{
  current: VersionedConfig;
  today: Day;
  committed?: Pick<Within, 'facts' | 'records'>;
  progress?: Progress;
}>;

/** So many people are read in one go, and so many batches are read ahead: the database works while we compute. */
const BATCH = 5;
const AHEAD = 3;

/** Everybody's differences, a batch of people at a time; the database reads the next batches while this one is worked on. */
async function* diffEverybody(within: Within, context: EverybodyContext): AsyncGenerator<DiffedPerson[]> {
  const { current, today, committed = within, progress = () => {} } = context;
  const everybody = await within.facts.everybody();
  await within.facts.lockPeople(everybody);
  const closedMonths = await readClosedMonths(within);
  const read = async (at: number): Promise<DiffedPerson[]> => {
    const ids = everybody.slice(at, at + BATCH);
    if (ids.length === 0) return [];
    const rows = await committed.facts.people(ids);
    const people = new Map<number, PersonRow>(rows.map((person) => [person.id, person]));
    const ranges = ids.map((user_id) => ({ user_id, ...EVER }));
    return readAndDiff({ ...within, facts: committed.facts, records: committed.records }, ranges, people, { current, closedMonths, today });
  };
  const ahead: Promise<DiffedPerson[]>[] = [];
  const readMore = (at: number): void => {
    const batch = read(at);
    // A caller that stops early never awaits it, so that its failure must not count as unhandled.
    batch.catch(() => {});
    ahead.push(batch);
  };
  for (let batch = 0; batch < AHEAD; batch += 1) readMore(batch * BATCH);
  for (let at = 0; at < everybody.length; at += BATCH) {
    const diffed = await ahead.shift();
    readMore(at + AHEAD * BATCH);
    yield diffed ?? [];
    progress(Math.min(at + BATCH, everybody.length), everybody.length);
  }
}

/**
 * Makes every record what the facts and the configuration say, closed months excepted, in the transaction of `within`.
 * Nobody is notified: a new configuration is announced by those who make it, and would fill everybody's list.
 * @returns how many records were written
 */
export const recomputeEverybody = async (within: Within, context: EverybodyContext, at: Date): Promise<number> => {
  let count = 0;
  for await (const diffed of diffEverybody(within, context)) {
    const diffs = diffed.map(({ diff }) => diff);
    count += (await writeDiffs(within, diffs, at)).length;
  }
  if (count > 0) await within.records.rebuildSums();
  return count;
};
