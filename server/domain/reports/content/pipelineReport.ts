import { messages } from '../../../../contract/messages.ts';
import { stageNames } from '../../../../contract/rules/deals.ts';
import type { StageRow } from '../../../db/repositories/reports/reportFigures.ts';
import { batchesOf, column } from './tables.ts';
import type { Row, SourceOf } from './types.ts';

const t = messages.reportFile;
const figures = [
  column('count', 'count'),
  column('value', 'money'),
  column('weighted', 'money'),
  column('age', 'count'),
  column('needsData', 'count'),
];

const cellsOf = (rows: readonly StageRow[]): Row => {
  const sum = (amountOf: (row: StageRow) => number): number => rows.reduce((all, row) => all + amountOf(row), 0);
  const count = sum((row) => row.count);
  const age = count === 0 ? null : Math.round(sum((row) => row.age_days * row.count) / count);
  return [count, sum((row) => row.value), sum((row) => row.weighted), age, sum((row) => row.needs_data)];
};
const stageIndexOf = (stage: string): number => (stageNames.includes(stage) ? stageNames.indexOf(stage) : stageNames.length);

/** Open deals by stage and person: number, value and age (decisions 2.17, 2.18). */
export const pipelineReport: SourceOf = async ({ store, range, ids, at }) => {
  const stageRows = (await store.reportFigures.stages(range, ids, at)).toSorted((a, b) => stageIndexOf(a.stage) - stageIndexOf(b.stage));
  const stages = [...new Set(stageRows.map(({ stage }) => stage))];
  const ownerOf = ({ first_name, last_name }: StageRow): string => (first_name === null ? t.nobody : `${first_name} ${last_name}`.trim());
  const rows = stageRows.map((row): Row => [row.stage, ownerOf(row), ...cellsOf([row])]);
  const all = cellsOf(stageRows);
  const stageRowOf = (stage: string): Row => cellsOf(stageRows.filter((row) => row.stage === stage));
  return {
    columns: [column('stage'), column('person'), ...figures],
    maxRows: rows.length,
    note: t.notes.pipeline_report,
    batches: async function* () {
      yield* batchesOf(rows);
    },
    summary: () => ({
      tiles: figures.map(({ title, kind }, index) => ({ label: title, kind, value: all[index] ?? null })),
      chart: {
        title: t.charts.pipeline_report,
        kind: 'money',
        bars: stages.map((stage) => ({ label: stage, value: Number(stageRowOf(stage)[2]) })),
      },
      groups: { columns: [column('stage'), ...figures], rows: stages.map((stage) => [stage, ...stageRowOf(stage)]) },
      total: [t.total, null, ...all],
    }),
  };
};
