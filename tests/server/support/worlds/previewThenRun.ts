import { expect } from 'vitest';
import type { ImportDetail, ImportMapping, ImportPersonChange } from '../../../../contract/entities/import.ts';
import type { ImportKind } from '../../../../contract/rules/imports/fields.ts';
import type { ImportCompany } from './imports.ts';

type Record = Readonly<{ user_id: number; amount_cents: number; released_cents: number }>;
const recordsNow = async (world: ImportCompany): Promise<ReadonlyMap<string, Record>> => {
  const rows = await world.server.db.query
    .selectFrom('commission_records')
    .select(['id', 'invoice_id', 'user_id', 'amount_cents', 'released_cents'])
    .execute();
  return new Map(rows.map((row) => [`${row.invoice_id} ${row.user_id}`, row]));
};
const proposedNow = async (world: ImportCompany): Promise<ReadonlyMap<number, number>> => {
  const rows = await world.server.db.query
    .selectFrom('adjustments')
    .select((by) => ['user_id', by.fn.sum<string>('amount_cents').as('cents')])
    .where('origin', '=', 'late_fact')
    .where('state', '<>', 'void')
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, cents }) => [user_id, Number(cents)]));
};

type Change = Readonly<{ records: number; cents: number; released: number; proposed: number }>;
/** A run's result per person: records created, changed or deleted, cents of the kind the preview shows, cents released, and proposals. */
const changesOf = (
  kind: ImportKind,
  [before, after]: readonly [ReadonlyMap<string, Record>, ReadonlyMap<string, Record>],
  proposals: readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>],
): ReadonlyMap<string, Change> => {
  const changes = new Map<string, Change>();
  const note = (userId: number, more: Partial<Change>): void => {
    const { records, cents, released, proposed } = changes.get(String(userId)) ?? { records: 0, cents: 0, released: 0, proposed: 0 };
    changes.set(String(userId), {
      records: records + (more.records ?? 0),
      cents: cents + (more.cents ?? 0),
      released: released + (more.released ?? 0),
      proposed: proposed + (more.proposed ?? 0),
    });
  };
  const worth = (record: Record | undefined): number => (kind === 'receipts' ? record?.released_cents : record?.amount_cents) ?? 0;
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    const isMoved = !was || !is || was.amount_cents !== is.amount_cents || was.released_cents !== is.released_cents;
    const released = (is?.released_cents ?? 0) - (was?.released_cents ?? 0);
    if (isMoved) note((is ?? was)?.user_id ?? 0, { records: 1, cents: worth(is) - worth(was), released });
  }
  for (const id of new Set(proposals.flatMap((one) => [...one.keys()])))
    note(id, { proposed: (proposals[1].get(id) ?? 0) - (proposals[0].get(id) ?? 0) });
  return changes;
};

/**
 * Previews a file, runs it, and compares both for each person: records, cents and proposals, and cents released where the file says what was
 * paid. Nobody else's figures may move.
 * @returns the people whose figures were exact
 */
export const previewThenRun = async (
  world: ImportCompany,
  kind: ImportKind,
  content: string,
  columns: ImportMapping = {},
): Promise<readonly ImportPersonChange[]> => {
  await world.drain();
  const [records, proposals] = [await recordsNow(world), await proposedNow(world)];
  const seen: ImportDetail = await world.preview(await world.upload(kind, content), columns);
  await world.step(seen.id, 'start');
  await world.isSettled();
  const rows = await world.server.db.query
    .selectFrom('import_rows')
    .select(['row_number', 'fate', 'done'])
    .where('run_id', '=', Number(seen.id))
    .execute();
  expect(
    rows.filter(({ fate, done }) => fate !== done),
    content,
  ).toEqual([]);
  const changes = changesOf(kind, [records, await recordsNow(world)], [proposals, await proposedNow(world)]);
  const exact = seen.people.filter(({ estimate }) => !estimate);
  for (const { user_id, records: count, amount, released: unlocked, proposed } of exact) {
    const { cents = 0, released = 0, proposed: late = 0, records: moved = 0 } = changes.get(user_id) ?? {};
    expect([user_id, count, amount, proposed], content).toEqual([user_id, moved, cents / 100, late / 100]);
    if (columns.paid) expect([user_id, unlocked], content).toEqual([user_id, released / 100]);
  }
  const named = new Set(seen.people.map(({ user_id }) => user_id));
  const unnamed = [...changes].filter(
    ([id, change]) => !named.has(id) && (change.cents !== 0 || change.proposed !== 0 || (columns.paid && change.released !== 0)),
  );
  expect(unnamed, content).toEqual([]);
  return exact;
};
