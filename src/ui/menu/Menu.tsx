import './menu.css';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyComponent } from '../support/later.tsx';
import type { MenuItem } from './types.ts';

export type MenuProps = {
  /** The accessible name of button and list. */
  label: string;
  /** The content of the button. */
  trigger: ReactNode;
  triggerClass?: string;
  items: readonly MenuItem[];
  /** True opens it without a click on its button. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const [List, fetchMenu] = lazyComponent(() => import('./MenuList.tsx'));

export { fetchMenu };

/** A menu of actions below its button, which has `aria-expanded`. The list is loaded when the button gets hover or focus. */
export function Menu({ label, trigger, triggerClass = 'p-button p-button-text', items, open = false, onOpenChange }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [openCount, setOpenCount] = useState(0);
  const [isOpen, setOpen] = useState(false);
  // PrimeReact reports Escape and choices twice.
  const wasReported = useRef(false);
  const changeOpen = (next: boolean): void => {
    if (next === wasReported.current) return;
    wasReported.current = next;
    setOpen(next);
    onOpenChange?.(next);
  };
  useEffect(() => {
    if (open) setOpenCount((count) => count + 1);
  }, [open]);
  return (
    <>
      <button
        type="button"
        ref={button}
        className={triggerClass}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}_list` : undefined}
        onPointerEnter={fetchMenu}
        onFocus={fetchMenu}
        onClick={() => setOpenCount(openCount + 1)}
      >
        {trigger}
      </button>
      {openCount > 0 && (
        <Suspense fallback={null}>
          <List id={id} label={label} items={items} button={button} openCount={openCount} onShown={changeOpen} />
        </Suspense>
      )}
    </>
  );
}
