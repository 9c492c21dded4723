import { setImmediate } from 'node:timers/promises';
import type { ImportPersonChange } from '../../../../contract/entities/import.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { limits } from '../../../../contract/limits.ts';
import { matchesOnField } from '../../../../contract/rules/commission/matching.ts';
import { fromCents } from '../../../../contract/rules/money.ts';
import { hasReach } from '../../../db/repositories/commissions/teamReach.ts';
import type { PersonRows } from '../../../db/repositories/imports/importRows.ts';
import { previewFacts, teamReachOf } from '../../commissions/recompute/index.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import type { Deciding } from '../deciding/index.ts';
import { readFactsAfter } from './factsAfter.ts';
import { previewPaidBefore } from './previewPaidBefore.ts';
import { bookingDaysOf, type PreviewStore, previewEach, previewPartsOf } from './previewParts.ts';

/** Rows per query when people are counted: about 20 ms on the embedded database. */
const COUNT_ROWS = 8 * limits.imports.chunk;

/**
 * The people with rows in the file, those with the most rows first, counted in parts because others wait for each query. People with more
 * than `most` rows get no row numbers.
 */
const countPeople = async (
  { importRows }: PreviewStore,
  runId: number,
  { most, part }: Readonly<{ most: number; part: number }>,
): Promise<PersonRows[]> => {
  const last = await importRows.lastRow(runId);
  const people = new Map<number, { user_id: number; rows: number; numbers: number[] }>();
  for (let after = 0; after < last; after += part) {
    for (const { user_id, rows, numbers } of await importRows.people(runId, after, after + part)) {
      const person = people.get(user_id) ?? { user_id, rows: 0, numbers: [] };
      people.set(user_id, person);
      person.rows += rows;
      if (person.rows <= most) person.numbers.push(...numbers);
      else person.numbers = [];
    }
    await setImmediate();
  }
  // Facts before the books begin create no records.
  return [...people.values()].filter(({ rows }) => rows > 0).sort((a, b) => b.rows - a.rows || a.user_id - b.user_id);
};

/**
 * Computes the effect of a file on each person, including people who lose an invoice, by running the engine on the facts as they would be.
 * @param most maximum number of rows per person that are computed
 * @param part number of rows counted in one query
 * @returns the people with the most rows, and the number of others
 */
export const previewPeople = async (
  store: PreviewStore,
  context: Deciding,
  at: Date,
  { most = limits.imports.previewRows, part = COUNT_ROWS }: Readonly<{ most?: number; part?: number }> = {},
): Promise<Readonly<{ people: ImportPersonChange[]; more: number }>> => {
  if (context.kind === 'paid_before')
    return previewPaidBefore(store, context, await countPeople(store, context.runId, { most, part }), most);
  const current = await currentConfig(store);
  const today = todayIn(current.config.timezone, at);
  const everybody = await countPeople(store, context.runId, { most, part });
  const users = await store.users.known();
  const names = new Map(users.map((user) => [user.id, fullName(user)]));
  const peopleById = new Map((await store.facts.people(users.map(({ id }) => id))).map((person) => [person.id, person]));
  // An invoice's events, and the first invoice of its customer, are known only after the import.
  const usesLaterFacts = current.config.plans.some(
    (plan) => matchesOnField(plan, 'activity_type') || matchesOnField(plan, 'customer_months'),
  );
  const hasTeamShares = hasReach(teamReachOf(current.config));
  const isReceipts = context.kind === 'receipts';
  const people: ImportPersonChange[] = [];
  for (const { user_id, rows, numbers } of everybody.slice(0, limits.imports.previewPeople)) {
    const personFields = { user_id: String(user_id), name: names.get(user_id) ?? String(user_id), rows };
    if (rows > most) {
      people.push({ ...personFields, records: null, amount: null, proposed: null, estimate: false });
      continue;
    }
    const parts = await previewPartsOf(store, context, { user_id, numbers }, current.config);
    const sum = await previewEach(parts, async (part) => {
      const change = await readFactsAfter(store, user_id, part, peopleById);
      return previewFacts(store, user_id, { current, today, days: [...part.days], movedTo: bookingDaysOf(part) }, change);
    });
    people.push({
      ...personFields,
      records: sum.records,
      amount: fromCents(isReceipts ? sum.released : sum.amount),
      ...(context.reading.mapping.paid ? { released: fromCents(sum.released) } : {}),
      proposed: fromCents(sum.proposed),
      estimate: hasTeamShares || usesLaterFacts,
    });
  }
  return { people, more: Math.max(0, everybody.length - people.length) };
};
