import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The latest value of a render, for listeners, timers and machines that outlive it. */
export const useLatest = <Value>(value: Value): Readonly<RefObject<Value>> => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
};
