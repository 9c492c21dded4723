import { type Bar, Bars, type BarsProps } from './Bars.tsx';

/** `href`: the page of what the step is made of. */
export type WaterfallStep = { label: string; cents: number; href?: string; note?: string };

/** The bars from one total to another: each step begins where the one before ended. */
export const waterfallBars = (from: WaterfallStep, steps: readonly WaterfallStep[], to: WaterfallStep): Bar[] => {
  let reached = from.cents;
  const total = (key: string, { label, cents }: WaterfallStep): Bar => ({ key, label, from: 0, to: cents, value: cents, tone: 'total' });
  const moves = steps.map(({ cents, ...named }, index): Bar => {
    const start = reached;
    reached += cents;
    return { ...named, key: `step ${index}`, from: start, to: reached, value: cents, tone: cents < 0 ? 'down' : 'up' };
  });
  return [total('from', from), ...moves, total('to', to)];
};

type Props = Omit<BarsProps, 'bars'> & { from: WaterfallStep; steps: readonly WaterfallStep[]; to: WaterfallStep };

/** How one amount became another, step by step. */
export function Waterfall({ from, steps, to, ...rest }: Props) {
  return <Bars {...rest} bars={waterfallBars(from, steps, to)} />;
}
