import { describe, expect, it } from 'vitest';
import { addDays, periodAt } from '../../../contract/rules/time/period.ts';
import { affectedBy, previewEverybody, recomputeAffected } from '../../../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../../../server/domain/plans/config.ts';
import { HISTORIES_MS, historiesOf, seedsOf } from '../support/histories.ts';
import { type Random, randomOf } from '../support/records.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

/** Fewer on the embedded database, which runs one statement at a time. */
const HISTORIES = historiesOf(3, 3);
const STEPS = 30;
const TODAY = '2026-11-21';
const FIRST_DAY = '2026-01-05';
const DAYS = 315;
const configs = [
  {},
  { plans: [{ quota: { period: 'month', amount: 30_000 }, base_commission_rate: 0.04 }] },
  { plans: [{ quota: { period: 'year', amount: 200_000 }, tier_mode: 'retroactive' }] },
  {
    plans: [
      { id: 'a', effective_to: '2026-05-15', quota: { period: 'month', amount: 20_000 } },
      { id: 'b', effective_from: '2026-05-16', base_commission_rate: 0.06, team_override: { role: 'sales_manager', rate: 0.01 } },
    ],
  },
  { plans: [{ splits: { sales_person: 0.7, sales_lead: 0.3 }, caps: { per_record: 1_500 } }] },
];

type Sold = { id: number; net: number; memos: number };
const cause = (world: ClosingCompany, why: string) => ({
  actorId: world.ids.ada,
  at: world.server.clock(),
  origin: { network: '127.0.0.0/24', requestId: 'test' },
  why,
});

const reopenLike = (world: ClosingCompany, month: string): Promise<void> =>
  world.facts.store.transaction(async (tx) => {
    const { start_date, end_date } = periodAt('month', month);
    await tx.periods.save({ start_date, end_date, state: 'reopened', closed_at: null, closed_by: null, reason: 'Again' });
    const affected = await affectedBy(tx, { bookedIn: { start_date, end_date } });
    await recomputeAffected(tx, affected, cause(world, 'A month was reopened'));
  });

/** One random change; does nothing if it isn't possible yet. */
const stepOf = (world: ClosingCompany, random: Random, sold: Sold[], closed: Set<string>): (() => Promise<void>) => {
  const day = () => addDays(FIRST_DAY, random.below(DAYS));
  const seller = () => random.of(['sam', 'kim'] as const);
  const one = sold.length > 0 ? random.of(sold) : undefined;
  const add = async (): Promise<void> => {
    const dollars = 1_000 + random.below(60_000);
    const lead = random.below(4) === 0 ? { sales_lead_id: world.ids.max } : {};
    sold.push({ id: await world.book(seller(), day(), dollars, lead), net: dollars, memos: 0 });
  };
  return random.of([
    add,
    add,
    async () => {
      if (!one) return add();
      const change = random.of([{ booking_date: day() }, { booking_date: day() }, { net_cents: 1_000_00 + random.below(90_000_00) }]);
      await world.facts.changeInvoice(one.id, change);
    },
    async () => {
      if (one)
        await world.facts.changeInvoice(
          one.id,
          random.of([{ state: 'cancelled' }, { state: 'sent' }, { salesperson_id: world.ids[seller()] }]),
        );
    },
    // Full or partial, before or after its original, in any month.
    async () => {
      if (one) await world.book(seller(), day(), -Math.ceil(one.net / (1 + random.below(2))), { credit_of_id: one.id });
    },
    async () => {
      if (one) await world.facts.pay(one.id, random.below(one.net * 100), addDays(TODAY, -random.below(60)));
    },
    async () => {
      const month = periodAt('month', day()).start_date;
      if (closed.delete(month)) return reopenLike(world, month);
      closed.add(month);
      await world.close(month.slice(0, 7));
    },
    async () =>
      void (await world.save({ ...random.of(configs), goals: [{ metric: 'deals_closed', period: 'month', target: random.below(1e6) }] })),
  ]);
};

const rowsIn = async (world: ClosingCompany, months: ReadonlySet<string>) => {
  const rows = await world.server.db.query
    .selectFrom('commission_records')
    .select(['id', 'booking_date', 'net_cents', 'amount_cents', 'parts'])
    .execute();
  return new Map(rows.filter(({ booking_date }) => months.has(periodAt('month', booking_date).start_date)).map((row) => [row.id, row]));
};

/** Differences that a full recomputation would still find. */
const findRemainingDiffs = async ({ facts: { store } }: ClosingCompany) => {
  const current = await currentConfig(store);
  const remaining: unknown[] = [];
  for await (const { diff } of previewEverybody(store, current, TODAY)) remaining.push(...diff.inserts, ...diff.updates, ...diff.removals);
  return remaining;
};

/** Recomputes every quarter of every person, one by one. @returns number of records written */
const recomputeEveryQuarter = async (world: ClosingCompany): Promise<number> => {
  let count = 0;
  for (const name of ['sam', 'kim', 'mia', 'max'] as const)
    for (const month of ['02', '05', '08', '11']) {
      const affected = [{ user_id: world.ids[name], day: `2026-${month}-20` }];
      const done = await world.facts.store.transaction((tx) => recomputeAffected(tx, affected, cause(world, 'Nothing happened')));
      count += done.written;
    }
  return count;
};

describe('decisions 2.11: whatever is closed, moved, reversed, reopened or configured', () => {
  it(
    `closed amounts stay, no computation fails, and each reads what the others left: ${HISTORIES} histories of ${STEPS} steps`,
    async () => {
      for (const seed of seedsOf(HISTORIES)) {
        const world = await createClosingCompany();
        const random = randomOf(seed * 6007);
        const sold: Sold[] = [];
        const closed = new Set<string>();
        for (let step = 0; step < STEPS; step += 1) {
          const storedRows = await rowsIn(world, closed);
          const words = `history ${seed}, step ${step}`;
          await stepOf(world, random, sold, closed)().catch((error: unknown) => {
            throw new Error(words, { cause: error });
          });
          const now = await rowsIn(world, closed);
          for (const [id, row] of storedRows)
            if (closed.has(periodAt('month', row.booking_date).start_date)) expect(now.get(id), words).toEqual(row);
          expect(await findRemainingDiffs(world), words).toEqual([]);
        }
        // Saving a configuration creates no proposals; the first full pass finds the differences it left, the second none.
        await recomputeEveryQuarter(world);
        const late = await world.late();
        expect(await recomputeEveryQuarter(world), `history ${seed}`).toBe(0);
        expect(await world.late(), `history ${seed}`).toEqual(late);
        await world.server.close();
      }
    },
    HISTORIES_MS,
  );
});
