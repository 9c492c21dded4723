import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the latest render, for listeners, timers and machines that outlive a render. */
export const useLatest = <Value>(value: Value): Readonly<RefObject<Value>> => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
};
