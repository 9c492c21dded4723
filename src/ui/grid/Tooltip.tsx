import { type CSSProperties, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { useLatest } from '../support/useLatest.ts';

const { tooltipShowMs, tooltipHideMs } = limits.events;
const GAP_PX = 4;

export type TooltipProps = {
  table: RefObject<HTMLTableElement | null>;
  /** The tooltip text of a cell. */
  tipOf: (cell: HTMLTableCellElement) => string | null;
};
type Shown = { cell: HTMLTableCellElement; text: string };

/** Escape hides the tooltip unless it belongs to a field or to a dialog over the grid. */
const isTopMost = (target: EventTarget | null, cell: Element): boolean => {
  if (!(target instanceof Element)) return true;
  const dialog = target.closest('[role="dialog"]');
  return !target.matches('input, select, textarea') && (dialog === null || dialog.contains(cell));
};

/**
 * The shared tooltip of a grid (spec 2.46): appears 250 ms after the pointer or focus enters a cell, hides 400 ms after it leaves,
 * stays while the pointer is on it; Escape, any other key and scrolling hide it (WCAG 1.4.13). Local state: no row rerenders for it.
 */
export function Tooltip({ table, tipOf }: TooltipProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useLatest(tipOf);
  const id = useId();

  useEffect(() => {
    const element = table.current;
    if (!element) return;
    let near: Element | null = null;
    const later = (ms: number, then: () => void) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(then, ms);
    };
    const hide = () => setShown(null);
    const enter = (event: Event) => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return;
      const cell = event.target instanceof Element ? event.target.closest('td') : null;
      if (cell === near) return;
      near = cell;
      later(tooltipShowMs, () => {
        const text = cell?.isConnected && !cell.dataset.edited ? latest.current(cell) : null;
        if (cell && text) setShown({ cell, text });
      });
      // The previous cell's tip hides after its own delay unless this cell's tip replaces it first.
      if (!cell || latest.current(cell) === null) later(tooltipHideMs, hide);
    };
    const leave = (event: Event) => {
      const to = (event as PointerEvent | FocusEvent).relatedTarget;
      if (to instanceof Node && element.contains(to)) return;
      near = null;
      if (to instanceof Node && box.current?.contains(to)) clearTimeout(timer.current);
      else later(tooltipHideMs, hide);
    };
    const atOnce = () => {
      clearTimeout(timer.current);
      hide();
    };
    element.addEventListener('pointerover', enter);
    element.addEventListener('focusin', enter);
    element.addEventListener('pointerout', leave);
    element.addEventListener('focusout', leave);
    element.addEventListener('pointerdown', atOnce);
    return () => {
      clearTimeout(timer.current);
      element.removeEventListener('pointerover', enter);
      element.removeEventListener('focusin', enter);
      element.removeEventListener('pointerout', leave);
      element.removeEventListener('focusout', leave);
      element.removeEventListener('pointerdown', atOnce);
    };
  }, [table]);

  useEffect(() => {
    if (!shown) return;
    const scroller = shown.cell.closest('.grid-scroller');
    const hide = () => setShown(null);
    const onKey = (event: KeyboardEvent) => {
      hide();
      if (event.key === 'Escape' && isTopMost(event.target, shown.cell)) event.stopPropagation();
    };
    shown.cell.setAttribute('aria-describedby', id);
    scroller?.addEventListener('scroll', hide, { passive: true });
    document.addEventListener('keydown', onKey, true);
    return () => {
      shown.cell.removeAttribute('aria-describedby');
      scroller?.removeEventListener('scroll', hide);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [shown, id]);

  // Below its cell, or above if there is no room; never outside the screen.
  useLayoutEffect(() => {
    const element = box.current;
    if (!shown || !element) return;
    const cell = shown.cell.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const below = cell.bottom + GAP_PX;
    const fits = below + element.offsetHeight <= clientHeight;
    element.style.top = `${fits ? below : Math.max(0, cell.top - GAP_PX - element.offsetHeight)}px`;
    element.style.left = `${Math.max(GAP_PX, Math.min(cell.left, clientWidth - element.offsetWidth - GAP_PX))}px`;
  }, [shown]);

  const style: CSSProperties | undefined = shown ? undefined : { display: 'none' };
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="grid-tooltip"
      style={style}
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => {
        timer.current = setTimeout(() => setShown(null), tooltipHideMs);
      }}
    >
      {shown?.text}
    </div>
  );
}
