import { type ComponentType, Suspense } from 'react';
import { Skeleton } from '../display/Skeleton.tsx';
import { lazyComponent } from '../support/later.tsx';

/** Heights of title and plot, so the layout doesn't shift when the chart loads. */
const CAPTION_PX = 36;
const PLOT_PX = 240;

const heightOf = (props: object): number => ('heightPx' in props && typeof props.heightPx === 'number' ? props.heightPx : PLOT_PX);

const lazyChart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const [View] = lazyComponent<Props>(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={<Skeleton height={CAPTION_PX + heightOf(props)} />}>
      <View {...props} />
    </Suspense>
  );
};

// Each chart is loaded when it is first drawn; its component documents the props.
export const LineChart = lazyChart(() => import('./LineChart.tsx').then((module) => module.LineChart));
export const BarChart = lazyChart(() => import('./BarChart.tsx').then((module) => module.BarChart));
export const BarList = lazyChart(() => import('./Bars.tsx').then((module) => module.Bars));
export const Funnel = lazyChart(() => import('./Funnel.tsx').then((module) => module.Funnel));
