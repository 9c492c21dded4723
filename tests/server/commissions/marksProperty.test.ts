import { expect, it } from 'vitest';
import { addDays } from '../../../contract/rules/time/period.ts';
import { computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import type { NewInvoice } from '../support/facts.ts';
import { HISTORIES_MS, historiesOf, seedsOf } from '../support/histories.ts';
import { type Random, randomOf } from '../support/records.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';
import { bookWithMarks, marksLeft, remainingDifferences, wrongSums } from '../support/worlds/marks.ts';

const HISTORIES = historiesOf(3, 2);
const STEPS = 25;
const TODAY = '2026-11-21';
const configs = [
  {},
  { plans: [{ quota: { period: 'month', amount: 30_000 }, base_commission_rate: 0.04 }] },
  { plans: [{ quota: { period: 'year', amount: 200_000 }, tier_mode: 'retroactive' }] },
  { plans: [{ team_override: { role: 'sales_manager', rate: 0.01 }, splits: { sales_person: 0.7, sales_lead: 0.3 } }] },
  {
    plans: [
      { id: 'a', effective_to: '2026-05-15', quota: { period: 'month', amount: 20_000 } },
      { id: 'b', effective_from: '2026-05-16', base_commission_rate: 0.06 },
    ],
  },
];
const cause = (world: ClosingCompany) => ({
  actorId: world.ids.ada,
  at: world.server.clock(),
  origin: { network: '127.0.0.0/24', requestId: 'test' },
  why: 'An import',
});

type Sold = { id: number; net: number };
/** One random step: marked facts, facts written directly, a configuration, or running the job for a while. */
const stepOf = (world: ClosingCompany, random: Random, sold: Sold[]): (() => Promise<unknown>) => {
  const { sam, kim, max } = world.ids;
  const invoice = (): NewInvoice => {
    const original = sold.length > 3 && random.below(5) === 0 ? random.of(sold) : undefined;
    return {
      salesperson_id: random.of([sam, kim]),
      booking_date: addDays('2026-01-05', random.below(315)),
      net_cents: original ? -original.net : 1_000_00 + random.below(60_000_00),
      ...(original ? { credit_of_id: original.id } : {}),
      ...(random.below(4) === 0 ? { sales_lead_id: max } : {}),
    };
  };
  const addRandomFacts = async (): Promise<void> => {
    const invoices = Array.from({ length: 1 + random.below(6) }, invoice);
    const ids = await bookWithMarks(world.server.db, world.facts.store, invoices, cause(world));
    ids.forEach((id, place) => void sold.push({ id, net: invoices[place]?.net_cents ?? 0 }));
  };
  const one = sold.length > 0 ? random.of(sold) : undefined;
  return random.of([
    addRandomFacts,
    addRandomFacts,
    addRandomFacts,
    async () => sold.push({ id: await world.facts.addInvoice(invoice()), net: 0 }),
    async () =>
      one &&
      world.facts.changeInvoice(
        one.id,
        random.of([{ state: 'cancelled' as const }, { booking_date: addDays('2026-01-05', random.below(315)) }]),
      ),
    async () => one && world.facts.pay(one.id, 1 + random.below(50_000_00), addDays(TODAY, -random.below(60))),
    async () => world.save({ ...random.of(configs), goals: [{ metric: 'deals_closed', period: 'month', target: random.below(1e6) }] }),
    async () => {
      const signal = new AbortController();
      let left = 1 + random.below(3);
      const stopAfterBatches = (): void => {
        left -= 1;
        if (left === 0) signal.abort();
      };
      await computeMarks(world.facts.store, world.server.clock, { signal: signal.signal, took: stopAfterBatches });
    },
  ]);
};

it(
  `decisions 7.08: any order of facts, marks, saves and computations ends like one full computation: ${HISTORIES} histories`,
  async () => {
    for (const seed of seedsOf(HISTORIES)) {
      const world = await createClosingCompany({ settles: false });
      const random = randomOf(seed * 4243);
      const sold: Sold[] = [];
      for (let step = 0; step < STEPS; step += 1) await stepOf(world, random, sold)();
      await computeMarks(world.facts.store, world.server.clock);
      expect(await marksLeft(world.server.db), `history ${seed}`).toEqual([]);
      expect(await remainingDifferences(world.facts.store, world.server.clock()), `history ${seed}`).toEqual([]);
      expect(await wrongSums(world.server.db), `history ${seed}`).toEqual([]);
      await world.server.close();
    }
  },
  HISTORIES_MS,
);
