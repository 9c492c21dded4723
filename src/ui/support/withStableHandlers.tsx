import { type ComponentType, memo, useState } from 'react';
import { useLatest } from './useLatest.ts';

type Handler = (...args: never[]) => unknown;

/** Stable functions that call the latest function of the same name; call them only after rendering, not during it. */
export const useStableHandlers = <Handlers extends Readonly<Record<string, Handler>>>(handlers: Handlers): Handlers => {
  const latest = useLatest(handlers);
  const [stableHandlers] = useState(() =>
    Object.fromEntries(Object.keys(handlers).map((key) => [key, (...args: never[]) => latest.current[key]?.(...args)])),
  );
  return stableHandlers as Handlers;
};

const isHandler = (key: string, value: unknown): value is Handler => typeof value === 'function' && /^on[A-Z]/.test(key);

/** Memoizes a component: new handlers cause no rerender, but it always calls the latest ones. */
export const withStableHandlers = <Props extends object>(Component: ComponentType<Props>): ComponentType<Props> => {
  const MemoComponent = memo(Component) as unknown as ComponentType<Props>;
  return function Steady(props: Props) {
    const latest = useLatest(props);
    const [handlers] = useState(() => new Map<string, Handler>());
    const getHandler = (key: string): Handler => {
      const cached = handlers.get(key);
      if (cached) return cached;
      const handler: Handler = (...args) => (Reflect.get(latest.current, key) as Handler | undefined)?.(...args);
      handlers.set(key, handler);
      return handler;
    };
    const entries = Object.entries(props).map(([key, value]) => [key, isHandler(key, value) ? getHandler(key) : value]);
    return <MemoComponent {...(Object.fromEntries(entries) as Props)} />;
  };
};
