import { messages } from '../../../../contract/messages.ts';
import { attainmentOf, hasBegun } from '../../../../contract/rules/commission/attainment.ts';
import { paceOf } from '../../../../contract/rules/performance/pace.ts';
import { type Day, daysIn, type Period, periodLabel } from '../../../../contract/rules/time/period.ts';
import { readQuotasOfPeriod } from '../../plans/commissionPlan.ts';
import { currentConfig } from '../../plans/config.ts';
import { batchesOf, column, largestBars, periodsIn, personName, ratioOf } from './tables.ts';
import type { Row, SourceOf } from './types.ts';

const t = messages.reportFile;
const lengths = ['month', 'quarter', 'year'] as const;
type Sums = Readonly<{ people: number; quota: number; sales: number }>;
const NO_SUMS: Sums = { people: 0, quota: 0, sales: 0 };
const addToSums = (sums: Sums, quota: number, sales: number): Sums => ({
  people: sums.people + 1,
  quota: sums.quota + quota,
  sales: sums.sales + sales,
});
const groupCells = ({ people, quota, sales }: Sums): Row => [people, quota, sales, ratioOf(sales, quota)];

/** The elapsed fraction of a period's days. */
const elapsedOf = ({ start_date, end_date }: Period, today: Day): number => {
  if (today < start_date) return 0;
  return today >= end_date ? 1 : daysIn({ start_date, end_date: today }) / daysIn({ start_date, end_date });
};

/** Per person and quota period: attainment, and the projection at the current pace (decisions 2.18). */
export const quotaTracking: SourceOf = async ({ store, range, ids, today }) => {
  const people = await store.reportFigures.people(ids);
  const { config } = await currentConfig(store);
  const usedLengths = lengths.filter((length) => config.plans.some(({ quota }) => quota.period === length));
  const periods = usedLengths.flatMap((mode) => periodsIn(mode, range).map((period): Period => ({ mode, ...period })));
  const byPeriod = new Map<string, Sums>();
  const byPerson = new Map<number, Sums>();

  async function* batches() {
    for (const period of periods) {
      const quotas = await readQuotasOfPeriod(store, period);
      const sold = new Map((await store.reportFigures.sold(period, ids)).map((row) => [row.user_id, row.commissionable]));
      const label = periodLabel(period);
      const elapsed = elapsedOf(period, today);
      const rows = people.flatMap((person): Row[] => {
        const quota = quotas.get(person.id);
        if (quota === undefined) return [];
        const sales = sold.get(person.id) ?? 0;
        const attainment = sales / quota;
        const pace = paceOf({ sales, quota }, period, today);
        const projectedAttainment = pace?.projected == null ? null : pace.projected / quota;
        byPeriod.set(label, addToSums(byPeriod.get(label) ?? NO_SUMS, quota, sales));
        byPerson.set(person.id, addToSums(byPerson.get(person.id) ?? NO_SUMS, quota, sales));
        return [
          [
            ...[personName(person), label, quota, sales, attainment],
            ...[elapsed, projectedAttainment, Math.max(0, quota - sales), attainmentOf(attainment, hasBegun(period, today)).label],
          ],
        ];
      });
      yield* batchesOf(rows);
    }
  }

  return {
    columns: [
      column('person'),
      column('period'),
      column('quota', 'money'),
      column('sales', 'money'),
      column('attainment', 'percent'),
      column('elapsed', 'percent'),
      column('pace', 'percent'),
      column('missing', 'money'),
      column('standing'),
    ],
    maxRows: people.length * periods.length,
    note: t.notes.quota_tracking,
    batches,
    summary: () => {
      const totals = [...byPeriod.values()].reduce(
        (sum, person) => ({ people: sum.people + person.people, quota: sum.quota + person.quota, sales: sum.sales + person.sales }),
        NO_SUMS,
      );
      const attainment = ratioOf(totals.sales, totals.quota);
      return {
        tiles: [
          { label: t.columns.quota, kind: 'money', value: totals.quota },
          { label: t.columns.sales, kind: 'money', value: totals.sales },
          { label: t.columns.attainment, kind: 'percent', value: attainment },
          { label: t.columns.people, kind: 'count', value: byPerson.size },
        ],
        chart: {
          title: t.charts.quota_tracking,
          kind: 'percent',
          bars: largestBars(
            people.flatMap((person) => {
              const sums = byPerson.get(person.id);
              return sums ? [{ label: personName(person), value: sums.sales / sums.quota }] : [];
            }),
            false,
          ),
        },
        groups: {
          columns: [
            ...[column('period'), column('people', 'count'), column('quota', 'money')],
            ...[column('sales', 'money'), column('attainment', 'percent')],
          ],
          rows: [...byPeriod].map(([label, sums]) => [label, ...groupCells(sums)]),
        },
        total: [t.total, null, totals.quota, totals.sales, attainment, null, null, null, null],
      };
    },
  };
};
