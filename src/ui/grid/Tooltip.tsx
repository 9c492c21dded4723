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
type TooltipState = { cell: HTMLTableCellElement; text: string };

/** Escape hides the tooltip unless it belongs to a field or to a dialog over the grid. */
const isTopmost = (target: EventTarget | null, cell: Element): boolean => {
  if (!(target instanceof Element)) return true;
  const dialog = target.closest('[role="dialog"]');
  return !target.matches('input, select, textarea') && (dialog === null || dialog.contains(cell));
};

/**
 * The one tooltip of a grid (spec 2.46). It appears 250 ms after the pointer or focus enters a cell, disappears 400 ms after it leaves, and
 * stays while the pointer is on it; Escape, any other key and scrolling hide it (WCAG 1.4.13). Its state is local, so no row rerenders.
 */
export function Tooltip({ table, tipOf }: TooltipProps) {
  const [tooltip, setTooltip] = useState<TooltipState | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useLatest(tipOf);
  const id = useId();

  useEffect(() => {
    const element = table.current;
    if (!element) return;
    let hoveredCell: Element | null = null;
    const schedule = (ms: number, callback: () => void) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(callback, ms);
    };
    const hide = () => setTooltip(null);
    const onEnter = (event: Event) => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return;
      const cell = event.target instanceof Element ? event.target.closest('td') : null;
      if (cell === hoveredCell) return;
      hoveredCell = cell;
      schedule(tooltipShowMs, () => {
        const text = cell?.isConnected && !cell.dataset.edited ? latest.current(cell) : null;
        if (cell && text) setTooltip({ cell, text });
      });
      // The previous cell's tooltip disappears after its own delay, unless this cell's tooltip replaces it first.
      if (!cell || latest.current(cell) === null) schedule(tooltipHideMs, hide);
    };
    const hideOnLeave = (event: Event) => {
      const enteredNode = (event as PointerEvent | FocusEvent).relatedTarget;
      if (enteredNode instanceof Node && element.contains(enteredNode)) return;
      hoveredCell = null;
      if (enteredNode instanceof Node && box.current?.contains(enteredNode)) clearTimeout(timer.current);
      else schedule(tooltipHideMs, hide);
    };
    const showImmediately = () => {
      clearTimeout(timer.current);
      hide();
    };
    element.addEventListener('pointerover', onEnter);
    element.addEventListener('focusin', onEnter);
    element.addEventListener('pointerout', hideOnLeave);
    element.addEventListener('focusout', hideOnLeave);
    element.addEventListener('pointerdown', showImmediately);
    return () => {
      clearTimeout(timer.current);
      element.removeEventListener('pointerover', onEnter);
      element.removeEventListener('focusin', onEnter);
      element.removeEventListener('pointerout', hideOnLeave);
      element.removeEventListener('focusout', hideOnLeave);
      element.removeEventListener('pointerdown', showImmediately);
    };
  }, [table]);

  useEffect(() => {
    if (!tooltip) return;
    const scroller = tooltip.cell.closest('.grid-scroller');
    const hide = () => setTooltip(null);
    const onKey = (event: KeyboardEvent) => {
      hide();
      if (event.key === 'Escape' && isTopmost(event.target, tooltip.cell)) event.stopPropagation();
    };
    tooltip.cell.setAttribute('aria-describedby', id);
    scroller?.addEventListener('scroll', hide, { passive: true });
    document.addEventListener('keydown', onKey, true);
    return () => {
      tooltip.cell.removeAttribute('aria-describedby');
      scroller?.removeEventListener('scroll', hide);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [tooltip, id]);

  // Below its cell, or above if there is no room; always within the screen.
  useLayoutEffect(() => {
    const element = box.current;
    if (!tooltip || !element) return;
    const cell = tooltip.cell.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const topBelow = cell.bottom + GAP_PX;
    const fitsBelow = topBelow + element.offsetHeight <= clientHeight;
    element.style.top = `${fitsBelow ? topBelow : Math.max(0, cell.top - GAP_PX - element.offsetHeight)}px`;
    element.style.left = `${Math.max(GAP_PX, Math.min(cell.left, clientWidth - element.offsetWidth - GAP_PX))}px`;
  }, [tooltip]);

  const style: CSSProperties | undefined = tooltip ? undefined : { display: 'none' };
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="grid-tooltip"
      style={style}
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => {
        timer.current = setTimeout(() => setTooltip(null), tooltipHideMs);
      }}
    >
      {tooltip?.text}
    </div>
  );
}
