import { type Bar, Bars, type BarsProps } from './Bars.tsx';

/** `href`: the page with the rows behind the step. */
export type WaterfallStep = { label: string; cents: number; href?: string; note?: string };

/** The bars from one total to another; each step starts at the end of the previous one. */
export const waterfallBars = (from: WaterfallStep, steps: readonly WaterfallStep[], to: WaterfallStep): Bar[] => {
  let runningCents = from.cents;
  const total = (key: string, { label, cents }: WaterfallStep): Bar => ({ key, label, from: 0, to: cents, value: cents, tone: 'total' });
  const bars = steps.map(({ cents, ...named }, index): Bar => {
    const start = runningCents;
    runningCents += cents;
    return { ...named, key: `step ${index}`, from: start, to: runningCents, value: cents, tone: cents < 0 ? 'down' : 'up' };
  });
  return [total('from', from), ...bars, total('to', to)];
};

type Props = Omit<BarsProps, 'bars'> & { from: WaterfallStep; steps: readonly WaterfallStep[]; to: WaterfallStep };

/** Shows step by step how one amount became another. */
export function WaterfallChart({ from, steps, to, ...rest }: Props) {
  return <Bars {...rest} bars={waterfallBars(from, steps, to)} />;
}
