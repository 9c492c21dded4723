import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What a render was given last, for what outlives the render: a listener, a timer, a machine that is provided once. */
export const useLatest = <Value>(value: Value): Readonly<RefObject<Value>> => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
};
