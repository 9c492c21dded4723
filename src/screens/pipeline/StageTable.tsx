import { Link } from 'wouter';
import type { Pipeline } from '../../../contract/entities/deal.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { formatPercent, NONE } from '../../ui/display/format.ts';
import { type PlainColumn, PlainTable } from '../../ui/display/PlainTable.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import { formatMoneyOrNote } from './moneyText.ts';

const t = messages.pipeline;
type Stage = Pipeline['data'][number];
type Props = Readonly<{ pipeline: Pipeline; hrefOf: ((stage: string) => string) | null }>;

/** spec 2.43, 3.12: one row per stage, linked to its deals, and the totals, linked to all of them. `hrefOf('')`: all stages. */
export function StageTable({ pipeline: { data, summary }, hrefOf }: Props) {
  const { columns } = t;
  // Not in the tab order: the stage's name is the accessible link, and the figures link to the same page.
  const toDeals = (stage: string, figure: string) =>
    hrefOf ? (
      <Link href={hrefOf(stage)} tabIndex={-1} className="pipeline-figure">
        {figure}
      </Link>
    ) : (
      figure
    );
  const tableColumns: readonly PlainColumn<Stage>[] = [
    {
      key: 'stage',
      header: columns.stage,
      names: true,
      cell: ({ stage, gone }) => (
        <>
          {hrefOf ? (
            <Link href={hrefOf(stage)} aria-label={fill(t.openStage, { stage })}>
              {stage}
            </Link>
          ) : (
            stage
          )}{' '}
          {gone && <CellBadge severity="danger">{messages.deals.stageGone}</CellBadge>}
        </>
      ),
    },
    { key: 'count', header: columns.count, align: 'end', cell: ({ stage, count }) => toDeals(stage, String(count)) },
    { key: 'value', header: columns.value, align: 'end', cell: ({ stage, value }) => toDeals(stage, formatMoneyOrNote(value)) },
    {
      key: 'probability',
      header: columns.probability,
      align: 'end',
      cell: ({ probability }) => (probability === null ? NONE : formatPercent(probability)),
    },
    {
      key: 'weighted_value',
      header: columns.weighted_value,
      align: 'end',
      cell: ({ stage, weighted_value }) => toDeals(stage, formatMoneyOrNote(weighted_value)),
    },
  ];
  const footer = (
    <tr>
      <th scope="row">{t.total}</th>
      <td data-align="end">{toDeals('', String(summary.deal_count))}</td>
      <td data-align="end">{toDeals('', formatMoneyOrNote(summary.total_value))}</td>
      <td data-align="end" />
      <td data-align="end">{toDeals('', formatMoneyOrNote(summary.weighted_value))}</td>
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in narrow windows and must be reachable by keyboard.
    <div className="pipeline-table" tabIndex={0}>
      <PlainTable label={t.table} columns={tableColumns} rows={data} rowKey={({ stage }) => stage} foot={footer} />
    </div>
  );
}
