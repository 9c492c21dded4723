import { Link } from 'wouter';
import type { Pipeline } from '../../../contract/entities/deal.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { formatPercent, NONE } from '../../ui/format.ts';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import { moneyText } from './moneyText.ts';

const text = messages.pipeline;
type Props = Readonly<{ pipeline: Pipeline; hrefOf: ((stage: string) => string) | null }>;

/** spec 2.43, 3.12: a row for each stage, which leads to its deals, and their sum. */
export function StageTable({ pipeline: { data, summary }, hrefOf }: Props) {
  const { columns } = text;
  // What names the stage is the link that one hears; the figures lead there too.
  const toDeals = (stage: string, figure: string) =>
    hrefOf ? (
      <Link href={hrefOf(stage)} tabIndex={-1} className="pipeline-figure">
        {figure}
      </Link>
    ) : (
      figure
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, by keys too.
    <section className="pipeline-table" aria-label={text.table} tabIndex={0}>
      <table className="plain-table" aria-label={text.table}>
        <thead>
          <tr>
            <th scope="col">{columns.stage}</th>
            <th scope="col" data-align="end">
              {columns.count}
            </th>
            <th scope="col" data-align="end">
              {columns.value}
            </th>
            <th scope="col" data-align="end">
              {columns.probability}
            </th>
            <th scope="col" data-align="end">
              {columns.weighted_value}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ stage, count, value, probability, weighted_value, gone }) => (
            <tr key={stage}>
              <th scope="row">
                {hrefOf ? (
                  <Link href={hrefOf(stage)} aria-label={fill(text.openStage, { stage })}>
                    {stage}
                  </Link>
                ) : (
                  stage
                )}{' '}
                {gone && <CellBadge severity="danger">{messages.deals.stageGone}</CellBadge>}
              </th>
              <td data-align="end">{toDeals(stage, String(count))}</td>
              <td data-align="end">{toDeals(stage, moneyText(value))}</td>
              <td data-align="end">{probability === null ? NONE : formatPercent(probability)}</td>
              <td data-align="end">{toDeals(stage, moneyText(weighted_value))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <td data-align="end">{summary.deal_count}</td>
            <td data-align="end">{moneyText(summary.total_value)}</td>
            <td data-align="end" />
            <td data-align="end">{moneyText(summary.weighted_value)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
