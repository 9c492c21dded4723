import type { EventColumn } from '../../contract/entities/event.ts';

/** The differences between the two pages. */
export type Shown = {
  show: () => void;
  firstRow: string;
  scroller: string;
  /** Focuses a cell after scrolling it into view. */
  focusCell: (row: number, key: EventColumn) => void | Promise<void>;
  /** The text of a cell. */
  textOf: (row: number, key: EventColumn) => string | undefined;
};

const PATIENCE_MS = 30_000;
/** Rejects after a timeout, so that a measurement cannot wait forever. */
const rejectLater = (reject: (reason: Error) => void, label: string) =>
  setTimeout(() => reject(new Error(`${label} never came`)), PATIENCE_MS);

/** Milliseconds until the first row is in the document. */
const mount = ({ firstRow, show }: Shown): Promise<number> =>
  new Promise((resolve, reject) => {
    const from = performance.now();
    rejectLater(reject, 'the first row');
    const seen = () => {
      if (!document.querySelector(firstRow)) return;
      observer.disconnect();
      resolve(performance.now() - from);
    };
    const observer = new MutationObserver(seen);
    observer.observe(document, { childList: true, subtree: true });
    show();
    seen();
  });

/** Milliseconds between frames while the grid scrolls by `px` pixels per frame. */
const scroll = (scroller: Element, steps: number, px: number): Promise<number[]> =>
  new Promise((resolve) => {
    const frames: number[] = [];
    let last = 0;
    const step = (now: number) => {
      if (last > 0) frames.push(now - last);
      last = now;
      if (frames.length === steps) return resolve(frames);
      scroller.scrollTop += px;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });

/** Milliseconds from the next key press until the text is painted in the cell. */
const edited = ({ textOf }: Shown, row: number, key: EventColumn, text: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let pressed = 0;
    rejectLater(reject, `"${text}" in its cell`);
    const seen = () => {
      if (pressed === 0 || textOf(row, key) !== text) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    };
    const observer = new MutationObserver(seen);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      pressed = timeStamp;
      queueMicrotask(seen);
    };
    document.addEventListener('keydown', onKey, { capture: true, once: true });
  });

/** The measuring functions that both pages expose; they run in the page. */
export const benchPage = (shown: Shown) => {
  const scroller = (): Element => {
    const element = document.querySelector(shown.scroller);
    if (!element) throw new Error(`nothing scrolls: ${shown.scroller}`);
    return element;
  };
  let watched: Promise<number> = Promise.resolve(0);
  return {
    mount: () => mount(shown),
    scroll: (steps: number, px: number) => scroll(scroller(), steps, px),
    toTop: () => scroller().scrollTo(0, 0),
    focusCell: shown.focusCell,
    /** Call before the key is pressed; `edited` resolves afterwards. */
    watch: (row: number, key: EventColumn, text: string): void => {
      watched = edited(shown, row, key, text);
    },
    edited: () => watched,
  };
};
declare global {
  interface Window {
    bench: ReturnType<typeof benchPage>;
  }
}
