import { fill, messages } from '../../../contract/messages.ts';
import { formatPercent } from '../display/format.ts';
import { Bars, type BarsProps } from './Bars.tsx';

export type FunnelStep = Readonly<{ key: string; label: string; value: number; href?: string }>;

/**
 * The remaining count at each step, first to last, each with its share of the previous step.
 * @example
 * <Funnel label="Funnel" format="count" words={{ label: 'Stage', value: 'Deals' }}
 *   steps={[{ key: 'lead', label: 'Lead', value: 40, href: '/deals?stage=lead' }, { key: 'won', label: 'Won', value: 9 }]} />
 */
export function Funnel({ steps, ...rest }: Omit<BarsProps, 'bars'> & { steps: readonly FunnelStep[] }) {
  const bars = steps.map((step, index) => {
    const previous = steps[index - 1]?.value ?? 0;
    const note = previous > 0 ? { note: fill(messages.charts.ofBefore, { share: formatPercent(step.value / previous) }) } : {};
    return { ...step, ...note, from: 0, to: step.value, tone: 'total' as const };
  });
  return <Bars {...rest} bars={bars} />;
}
