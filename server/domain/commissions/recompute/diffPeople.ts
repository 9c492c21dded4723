import { setImmediate } from 'node:timers/promises';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { PersonRange, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import { diffPerson, type PersonDiff } from './diffPerson.ts';
import { familiesFrom } from './expected/index.ts';
import { byUser, type People, type PeriodRepositories, type ReadMoney, type RecomputeContext, readPeriods } from './readPeriods.ts';

/** `read`: number of invoices or records read. */
export type DiffedPerson = Readonly<{ person: PersonRow; range: DateRange; read: number; diff: PersonDiff }>;

/** Compares the loaded facts and records, person by person. */
export const diffPeople = async (money: ReadMoney, people: People, context: RecomputeContext): Promise<DiffedPerson[]> => {
  const [facts, stored, originals, outside] = [byUser(money.facts), byUser(money.stored), byUser(money.originals), byUser(money.outside)];
  const lostInvoices = byUser(money.lostInvoices);
  const diffedPeople: DiffedPerson[] = [];
  for (const { user_id, from, to } of money.ranges) {
    const person = people.get(user_id);
    if (!person) continue;
    // Yields between people, so that the next query can be sent and other requests are answered.
    if (diffedPeople.length > 0) await setImmediate();
    const personFacts = {
      person,
      range: { start_date: from, end_date: to },
      facts: facts.get(user_id) ?? [],
      stored: stored.get(user_id) ?? [],
    };
    const diff = diffPerson(personFacts, {
      ...context,
      families: familiesFrom(originals.get(user_id) ?? [], user_id),
      outside: outside.get(user_id) ?? [],
      lostInvoices: lostInvoices.get(user_id) ?? [],
      changes: money.changes,
    });
    diffedPeople.push({ person, range: personFacts.range, read: Math.max(personFacts.facts.length, personFacts.stored.length), diff });
  }
  return diffedPeople;
};

/** Reads the facts and records of the ranges and compares them, person by person. */
export const readAndDiff = async (
  tx: PeriodRepositories,
  ranges: readonly PersonRange[],
  people: People,
  context: RecomputeContext,
): Promise<DiffedPerson[]> => diffPeople(await readPeriods(tx, ranges, people, context), people, context);
