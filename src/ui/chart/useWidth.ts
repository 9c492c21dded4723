import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width assumed without a layout, as in tests. */
const UNKNOWN_PX = 640;

/** The width of an element in px, measured before the first paint and on every resize. */
export const useWidth = <Element extends HTMLElement>(): [RefObject<Element | null>, number] => {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(UNKNOWN_PX);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth || UNKNOWN_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
};
