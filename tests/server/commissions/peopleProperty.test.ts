import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../contract/rules/time/period.ts';
import { HISTORIES_MS, historiesOf, seedsOf } from '../support/histories.ts';
import { type Random, randomOf } from '../support/records.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

const HISTORIES = historiesOf(3, 2);
const FIRST_DAY = '2026-07-01';
const DAYS = 140;
const plan = {
  id: 'sellers',
  applies_to: { roles: ['salesperson'] },
  quota: { amount: 40_000 },
  team_override: { role: 'sales_manager', rate: 0.013 },
  rates: [
    { match: { territory: ['West'] }, base_commission_rate: 0.07, over_quota_commission_rate: 0.11 },
    { match: { territory: ['Midwest'] }, base_commission_rate: 0.03 },
  ],
};
/** The plan with an override for the managers' manager too. */
const levels = {
  ...plan,
  team_override: [
    { role: 'sales_manager', rate: 0.013 },
    { role: 'vp_sales', rate: 0.004 },
  ],
};
const managers = { id: 'managers', applies_to: { roles: ['sales_manager'] }, quota: { amount: 90_000 }, base_commission_rate: 0.02 };

type Facts = Readonly<{ role?: string; territory?: string | null; manager_id?: string | null }>;
/** A person's facts, effective from a day. */
type Change = Facts & Readonly<{ effective_from: string }>;
type Sale = Readonly<{ day: string; dollars: number }>;
type Employment = Readonly<{ employment_start: string; employment_end: string | null }>;

let world: ClosingCompany;
beforeAll(async () => {
  world = await createClosingCompany();
  await world.change('mia', { manager_id: String(world.ids.vic), effective_from: '2026-08-15' });
});
afterAll(() => world.server.close());

let counter = 0;
const seller = async (): Promise<number> => {
  counter += 1;
  const person = { first_name: `p${counter}`, last_name: 'Person', email: `p${counter}@example.test`, role: 'salesperson' };
  return Number((await world.ask('POST', '/users', { ...person, employment_start: FIRST_DAY })).id);
};
const put = (id: number, body: object): Promise<unknown> => world.ask('PUT', `/users/${id}`, body);
const anyDay = (random: Random): string => addDays(FIRST_DAY, random.below(DAYS));

const anyFacts = (random: Random): Required<Facts> => ({
  role: random.of(['salesperson', 'salesperson', 'sales_manager']),
  territory: random.of(['West', 'Midwest', null]),
  manager_id: random.of([String(world.ids.mia), String(world.ids.max), null]),
});
const fieldsOf = ({ effective_from, ...facts }: Change): Change[] =>
  Object.entries(facts).map(([field, value]) => ({ [field]: value, effective_from }));
const shuffled = <T>(random: Random, values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);

/** The same timeline with detours: other values first, then each field separately, some of them repeatedly. */
const splitRandomly = (random: Random, changes: readonly Change[]): Change[] => {
  const from = changes[0]?.effective_from ?? FIRST_DAY;
  const detours = Array.from({ length: 1 + random.below(3) }, () => {
    const [one] = shuffled(random, fieldsOf({ ...anyFacts(random), effective_from: addDays(from, random.below(40)) }));
    return one as Change;
  });
  const parts = changes.flatMap((change) => {
    const fields = shuffled(random, fieldsOf(change));
    return random.below(2) === 0 ? [...fields, random.of(fields)] : fields;
  });
  return [...detours.filter(({ effective_from }) => effective_from <= '2026-11-20'), ...parts];
};

/** Each person's earnings by sale; the seller is named 'seller'. */
const earnedOf = async (seller_id: number, invoices: readonly number[]): Promise<object[]> => {
  const earned: object[] = [];
  for (const invoice of invoices) {
    const rows = await world.facts.recordsOf(invoice);
    const named = rows.map(({ user_id, amount_cents, credit }) => [user_id === seller_id ? 'seller' : user_id, credit, amount_cents]);
    earned.push(named.filter(([, , cents]) => cents !== 0).toSorted());
  }
  return earned;
};
const bookAll = async (salesperson_id: number, sales: readonly Sale[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const { day, dollars } of sales)
    ids.push(await world.facts.addInvoice({ salesperson_id, booking_date: day, net_cents: dollars * 100 }));
  return ids;
};
const employ = async (random: Random, id: number, employment: Employment): Promise<void> => {
  const detour = { employment_end: random.of([null, '2026-11-10']) };
  for (const part of shuffled(random, Object.entries(employment))) {
    if (random.below(2) === 0) await put(id, detour);
    await put(id, Object.fromEntries([part]));
  }
  await put(id, { employment_end: employment.employment_end });
};

describe('decisions 2.22: people changes in one or several parts pay the same (issue 46, a)', () => {
  it.each([
    ['one manager', plan],
    ['two levels of managers', levels],
  ])(
    'role, manager, territory and employment, entered before or after the sales, with %s',
    async (_what, sellers) => {
      await world.save({ books_begin_on: FIRST_DAY, plans: [sellers, managers] });
      for (const seed of seedsOf(HISTORIES)) {
        const random = randomOf(seed * 32_452_843);
        const sales = Array.from({ length: 4 + random.below(4) }, () => ({ day: anyDay(random), dollars: 1_000 + random.below(30_000) }));
        const days = [anyDay(random), anyDay(random)].toSorted();
        const changes = days.map((effective_from) => ({ ...anyFacts(random), effective_from }));
        const employment = { employment_start: addDays(FIRST_DAY, random.below(20)), employment_end: random.of([null, '2026-10-31']) };
        const [one, several] = [await seller(), await seller()];

        const sold = await bookAll(one, sales);
        for (const change of changes) await put(one, change);
        await put(one, employment);

        const parts = splitRandomly(random, changes);
        const cut = random.below(parts.length + 1);
        for (const part of parts.slice(0, cut)) await put(several, part);
        const also = await bookAll(several, sales);
        for (const part of parts.slice(cut)) await put(several, part);
        await employ(random, several, employment);

        expect(await earnedOf(several, also), `history ${seed}: ${JSON.stringify({ changes, parts, employment })}`).toEqual(
          await earnedOf(one, sold),
        );
      }
    },
    HISTORIES_MS,
  );
});
