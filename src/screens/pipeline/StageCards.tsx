import { useLocation } from 'wouter';
import type { Pipeline } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { formatPercent, NONE } from '../../ui/display/format.ts';
import { type CardContent, RowCard } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import { formatMoneyOrNote } from './moneyText.ts';

const t = messages.pipeline;
type Stage = Pipeline['data'][number];
type StageTotals = Pick<Stage, 'count' | 'value' | 'weighted_value'>;
type Props = Readonly<{ pipeline: Pipeline; hrefOf: ((stage: string) => string) | null }>;

const sumLines = ({ count, weighted_value }: StageTotals): readonly string[] => [
  `${t.columns.count}: ${count}`,
  `${t.columns.weighted_value}: ${formatMoneyOrNote(weighted_value)}`,
];

const toCard = (stage: Stage): CardContent => ({
  title: stage.stage,
  figure: formatMoneyOrNote(stage.value),
  lines: [
    ...sumLines(stage),
    `${t.columns.probability}: ${stage.probability === null ? NONE : formatPercent(stage.probability)}`,
    stage.gone && <CellBadge severity="danger">{messages.deals.stageGone}</CellBadge>,
  ],
});

/** The stage table on phones, where five columns would cut amounts off. */
export function StageCards({ pipeline: { data, summary }, hrefOf }: Props) {
  const [, navigate] = useLocation();
  const total = { count: summary.deal_count, value: summary.total_value, weighted_value: summary.weighted_value };
  return (
    <ul className="row-cards" aria-label={t.table}>
      {data.map((stage) => (
        <RowCard key={stage.stage} content={toCard(stage)} onOpen={hrefOf ? () => navigate(hrefOf(stage.stage)) : undefined} />
      ))}
      <RowCard content={{ title: t.total, figure: formatMoneyOrNote(total.value), lines: sumLines(total) }} />
    </ul>
  );
}
