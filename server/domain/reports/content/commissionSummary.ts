import { messages } from '../../../../contract/messages.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { readQuotasByPerson, readQuotasByRange } from '../../plans/commissionPlan.ts';
import { batchesOf, column, largestBars, monthsOfReport, personName, ratioOf } from './tables.ts';
import type { Row, SourceOf } from './types.ts';

const t = messages.reportFile;
const figures = [
  column('quota', 'money'),
  column('attainment', 'percent'),
  column('base', 'money'),
  column('over', 'money'),
  column('commission', 'money'),
  column('adjustments', 'money'),
  column('paid', 'money'),
  column('due', 'money'),
];
const [MAX_BATCH_MONTHS, MAX_BATCH_ROWS] = [12, 4000];
const NO_SUMS = { commissionable: 0, base: 0, over: 0, commission: 0, adjustments: 0, paid: 0, due: 0 };
type Sums = Readonly<typeof NO_SUMS>;

const addSums = (a: Sums, b: Sums): Sums => ({
  commissionable: a.commissionable + b.commissionable,
  base: a.base + b.base,
  over: a.over + b.over,
  commission: a.commission + b.commission,
  adjustments: a.adjustments + b.adjustments,
  paid: a.paid + b.paid,
  due: a.due + b.due,
});
const cellsOf = ({ commissionable, base, over, commission, adjustments, paid, due }: Sums, quota: number): Row => [
  ...[quota, ratioOf(commissionable, quota), base, over],
  ...[commission, adjustments, paid, due],
];

/** Person, quota, attainment, revenue, commission, adjustments, paid and due: per month, and in total (decisions 2.18). */
export const commissionSummarySource: SourceOf = async ({ store, range, ids, today }) => {
  const people = await store.reportFigures.people(ids);
  const months = monthsOfReport(range);
  const quotas = await readQuotasByPerson(store, range);
  // Reads several months together if they have few rows.
  const batchMonths = Math.max(1, Math.min(MAX_BATCH_MONTHS, Math.floor(MAX_BATCH_ROWS / Math.max(1, people.length))));
  const sums = new Map<number, Sums>();
  const reportedIds = new Set<number>();

  async function* batches() {
    for (let monthIndex = 0; monthIndex < months.length; monthIndex += batchMonths) {
      const batch = months.slice(monthIndex, monthIndex + batchMonths);
      const [first, last] = [batch[0] ?? range, batch.at(-1) ?? range];
      const days = { start_date: first.start_date, end_date: last.end_date };
      const earned = new Map((await store.reportFigures.earned(days, ids, today)).map((row) => [`${row.user_id} ${row.month}`, row]));
      const quotas = await readQuotasByRange(store, batch);
      for (const [index, month] of batch.entries()) {
        const name = periodAt('month', month.start_date).start_date;
        const rowOf = (person: (typeof people)[number]): Row[] => {
          const row = earned.get(`${person.id} ${name}`);
          const quota = quotas[index]?.get(person.id)?.quota ?? 0;
          if (!row && quota === 0) return [];
          reportedIds.add(person.id);
          if (row) sums.set(person.id, addSums(sums.get(person.id) ?? NO_SUMS, row));
          return [[personName(person), name, ...cellsOf(row ?? NO_SUMS, quota)]];
        };
        yield* batchesOf(people.flatMap(rowOf));
      }
    }
  }

  return {
    columns: [column('person'), column('month', 'month'), ...figures],
    maxRows: people.length * months.length,
    note: t.notes.commission_summary,
    batches,
    summary: () => {
      const listed = people.filter(({ id }) => reportedIds.has(id));
      const total = [...sums.values()].reduce(addSums, NO_SUMS);
      const quota = listed.reduce((sum, { id }) => sum + (quotas.get(id)?.quota ?? 0), 0);
      return {
        tiles: [
          { label: t.columns.commission, kind: 'money', value: total.commission },
          { label: t.columns.adjustments, kind: 'money', value: total.adjustments },
          { label: t.columns.paid, kind: 'money', value: total.paid },
          { label: t.columns.due, kind: 'money', value: total.due },
          { label: t.columns.attainment, kind: 'percent', value: ratioOf(total.commissionable, quota) },
        ],
        chart: {
          title: t.charts.commission_summary,
          kind: 'money',
          bars: largestBars(
            listed.map((person) => ({ label: personName(person), value: sums.get(person.id)?.commission ?? 0 })),
            true,
          ),
        },
        groups: {
          columns: [column('person'), ...figures],
          rows: listed.map((person) => [personName(person), ...cellsOf(sums.get(person.id) ?? NO_SUMS, quotas.get(person.id)?.quota ?? 0)]),
        },
        total: [t.total, null, ...cellsOf(total, quota)],
      };
    },
  };
};
