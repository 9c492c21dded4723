import './theme/popover.css';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useOutsideInteraction } from './support/useOutsideInteraction.ts';

const MARGIN_PX = 12;

export type PopoverProps = {
  /** The accessible name of button and panel. */
  label: string;
  /** The content of the button. */
  trigger: ReactNode;
  triggerClass?: string;
  align?: 'start' | 'end';
  panelClass?: string;
  /** If set, the caller controls the open state; otherwise the popover does. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A panel below its button. Escape, an outside click or losing focus closes it; Escape and `close` return focus to the button. */
export function Popover(props: PopoverProps) {
  const { label, trigger, triggerClass = 'p-button p-button-text', align = 'end', onOpenChange } = props;
  const [isMounted, setMounted] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const open = props.open ?? isMounted;
  const changeOpen = (next: boolean) => {
    setMounted(next);
    onOpenChange?.(next);
  };
  const close = () => {
    changeOpen(false);
    button.current?.focus();
  };
  useOutsideInteraction(frame, open, () => changeOpen(false));

  useEffect(() => {
    if (!open) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  // On narrow screens, the panel could extend beyond the edge.
  useLayoutEffect(() => {
    if (!open || !panel.current) return;
    panel.current.style.translate = 'none';
    const { left, right } = panel.current.getBoundingClientRect();
    const overflowPx = Math.max(0, right - (document.documentElement.clientWidth - MARGIN_PX));
    const overlapPx = Math.max(0, MARGIN_PX - left);
    panel.current.style.translate = `${overlapPx - overflowPx}px`;
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return;
    // Escape closes only the topmost layer.
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the button and the panel inside.
    <div className="popover" ref={frame} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={button}
        className={triggerClass}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => changeOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          data-align={align}
          className={props.panelClass ? `popover-panel ${props.panelClass}` : 'popover-panel'}
        >
          {typeof props.children === 'function' ? props.children(close) : props.children}
        </div>
      )}
    </div>
  );
}
