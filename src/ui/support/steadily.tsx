import { type ComponentType, memo, useState } from 'react';
import { useLatest } from './useLatest.ts';

type Act = (...args: never[]) => unknown;

/** Stable functions that call the latest function of the same name; only for calls after rendering. */
export const useSteady = <Acts extends Readonly<Record<string, Act>>>(acts: Acts): Acts => {
  const latest = useLatest(acts);
  const [steady] = useState(() =>
    Object.fromEntries(Object.keys(acts).map((key) => [key, (...args: never[]) => latest.current[key]?.(...args)])),
  );
  return steady as Acts;
};

const isHandler = (key: string, value: unknown): value is Act => typeof value === 'function' && /^on[A-Z]/.test(key);

/** Memoizes a component: new handlers cause no rerender, but the latest ones are called. */
export const steadily = <Props extends object>(Drawn: ComponentType<Props>): ComponentType<Props> => {
  const Kept = memo(Drawn) as unknown as ComponentType<Props>;
  return function Steady(props: Props) {
    const latest = useLatest(props);
    const [handlers] = useState(() => new Map<string, Act>());
    const getHandler = (key: string): Act => {
      const cached = handlers.get(key);
      if (cached) return cached;
      const made: Act = (...args) => (Reflect.get(latest.current, key) as Act | undefined)?.(...args);
      handlers.set(key, made);
      return made;
    };
    const entries = Object.entries(props).map(([key, value]) => [key, isHandler(key, value) ? getHandler(key) : value]);
    return <Kept {...(Object.fromEntries(entries) as Props)} />;
  };
};
