import { specifiedTerritories } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { growthOf } from '../../../../contract/rules/performance/team.ts';
import { addSales, NO_SALES, readSalesByTerritory, type TerritorySales } from './sales.ts';
import { batchesOf, column, ratioOf } from './tables.ts';
import type { Row, SourceOf } from './types.ts';

const t = messages.reportFile;
const columns = [
  column('territory'),
  column('people', 'count'),
  column('sales', 'money'),
  column('salesBefore', 'money'),
  column('change', 'percent'),
  column('deals', 'count'),
  column('commission', 'money'),
  column('quota', 'money'),
  column('attainment', 'percent'),
];

const isAdded = (name: string | null): name is string => name !== null && !specifiedTerritories.some((specified) => specified === name);

/** Sales, commission and quotas of each territory, on the days on which people held it (decisions 2.18, 2.22). */
export const territoryAnalysis: SourceOf = async (question) => {
  const { sold, before } = await readSalesByTerritory(question);
  const rowOf = (name: string, parts: readonly TerritorySales[]): Row => {
    const now = parts.reduce((sum, part) => addSales(sum, part.now), NO_SALES);
    const earlier = parts.reduce((sum, part) => addSales(sum, part.before), NO_SALES);
    const quota = parts.reduce((sum, part) => sum + part.quota, 0);
    const people = new Set(parts.map(({ id }) => id)).size;
    return [
      ...[name, people, now.sales, earlier.sales, growthOf(now.sales, earlier.sales)],
      ...[now.deals, now.commission, quota, ratioOf(now.commissionable, quota)],
    ];
  };
  const others = [...new Set(sold.map(({ territory }) => territory))].filter(isAdded).sort();
  const rows = [...specifiedTerritories, ...others, null].flatMap((territory) => {
    const parts = sold.filter((part) => part.territory === territory);
    return parts.length === 0 ? [] : [rowOf(territory ?? t.noTerritory, parts)];
  });
  const total = rowOf(t.total, sold);
  return {
    columns,
    maxRows: rows.length,
    note: fill(t.notes.territory_analysis, { before }),
    batches: async function* () {
      yield* batchesOf(rows);
    },
    summary: () => ({
      tiles: [2, 4, 5, 6, 8].map((columnIndex) => ({
        label: columns[columnIndex]?.title ?? '',
        kind: columns[columnIndex]?.kind ?? 'text',
        value: total[columnIndex] ?? null,
      })),
      chart: {
        title: t.charts.territory_analysis,
        kind: 'money',
        bars: rows.map((row) => ({ label: String(row[0]), value: Number(row[2]) })),
      },
      groups: null,
      total,
    }),
  };
};
