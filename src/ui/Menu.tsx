import type { KeyboardEvent } from 'react';
import { Icon } from './Icon.tsx';
import { Popover, type PopoverProps } from './Popover.tsx';

export type MenuItem = {
  key: string;
  label: string;
  /** One of `icons.ts`. */
  icon?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};
export type MenuProps = Omit<PopoverProps, 'children' | 'role'> & { items: readonly MenuItem[] };

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key];
  if (!step) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
  event.preventDefault();
  items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
};

/** A list of actions under a button; arrows, Home and End walk through it (the menu button pattern of WAI-ARIA APG). */
export function Menu({ items, ...popover }: MenuProps) {
  return (
    <Popover {...popover} role="menu">
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of its items.
        <div role="presentation" onKeyDown={onKeyDown}>
          {items.map(({ key, label, icon, danger, disabled, onSelect }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              disabled={disabled}
              className={danger ? 'p-menuitem-link p-menuitem-danger' : 'p-menuitem-link'}
              onClick={() => {
                close();
                onSelect();
              }}
            >
              {icon && <Icon svg={icon} />}
              {label}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
