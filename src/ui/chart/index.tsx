import { type ComponentType, Suspense } from 'react';
import { Skeleton } from '../display/Skeleton.tsx';
import { later } from '../support/later.tsx';

/** Title and drawing: nothing jumps when the chart arrives. */
const HEIGHT_PX = 276;

const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const [View] = later<Props>(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
      <View {...props} />
    </Suspense>
  );
};

// Charts are fetched once one is drawn; what each takes stands above its own component.
export const LineChart = lazily(() => import('./LineChart.tsx').then((module) => module.LineChart));
export const BarChart = lazily(() => import('./BarChart.tsx').then((module) => module.BarChart));
export const BarList = lazily(() => import('./Bars.tsx').then((module) => module.Bars));
export const Funnel = lazily(() => import('./Funnel.tsx').then((module) => module.Funnel));
