import { fill, messages } from '../../../../contract/messages.ts';
import { roundHalfAway } from '../../../../contract/rules/money.ts';
import { growthOf } from '../../../../contract/rules/performance/team.ts';
import { addSales, NO_SALES, readSales, type SoldFigures } from './sales.ts';
import { batchesOf, column, largestBars, personName, ratioOf } from './tables.ts';
import type { Row, SourceOf } from './types.ts';

const t = messages.reportFile;
const columns = [
  column('person'),
  column('territory'),
  column('sales', 'money'),
  column('salesBefore', 'money'),
  column('change', 'percent'),
  column('deals', 'count'),
  column('dealsBefore', 'count'),
  column('average', 'money'),
  column('conversion', 'percent'),
];

const averageOf = ({ positive_net, positive }: SoldFigures): number | null =>
  positive === 0 ? null : roundHalfAway(positive_net / positive);
const conversionOf = ({ won, lost }: SoldFigures): number | null => ratioOf(won, won + lost);
const cellsOf = (now: SoldFigures, before: SoldFigures): Row => [
  ...[now.sales, before.sales, growthOf(now.sales, before.sales)],
  ...[now.deals, before.deals, averageOf(now), conversionOf(now)],
];

/** Sales, deals, average size and conversion per person, compared with the previous period (decisions 2.18). */
export const performanceAnalysis: SourceOf = async (question) => {
  const { sold, before } = await readSales(question);
  const total = sold.reduce((sum, { now }) => addSales(sum, now), NO_SALES);
  const earlier = sold.reduce((sum, person) => addSales(sum, person.before), NO_SALES);
  const rows = sold.map((person): Row => [personName(person.person), person.person.territory, ...cellsOf(person.now, person.before)]);
  return {
    columns,
    maxRows: rows.length,
    note: fill(t.notes.performance_analysis, { before }),
    batches: async function* () {
      yield* batchesOf(rows);
    },
    summary: () => ({
      tiles: [
        { label: t.columns.sales, kind: 'money', value: total.sales },
        { label: t.columns.change, kind: 'percent', value: growthOf(total.sales, earlier.sales) },
        { label: t.columns.deals, kind: 'count', value: total.deals },
        { label: t.columns.average, kind: 'money', value: averageOf(total) },
        { label: t.columns.conversion, kind: 'percent', value: conversionOf(total) },
      ],
      chart: {
        title: t.charts.performance_analysis,
        kind: 'money',
        bars: largestBars(
          sold.map(({ person, now }) => ({ label: personName(person), value: now.sales })),
          true,
        ),
      },
      groups: null,
      total: [t.total, null, ...cellsOf(total, earlier)],
    }),
  };
};
