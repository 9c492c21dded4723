import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Where nothing is laid out, as in tests. */
const UNKNOWN_PX = 640;

/** How wide an element is, in pixels, before it is painted and whenever that changes. */
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
