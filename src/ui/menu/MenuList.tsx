import { Menu as PrimeMenu } from 'primereact/menu';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../display/Icon.tsx';
import { usePortalReady } from '../support/usePortalReady.ts';
import type { MenuItem } from './types.ts';

/** Fixes PrimeReact's roles: the list item is the menu item, and the link inside has no role of its own. */
const inertItemProps = { href: undefined, role: 'none', tabIndex: undefined, 'aria-label': undefined, 'aria-disabled': undefined };

export type MenuListProps = {
  id: string;
  label: string;
  items: readonly MenuItem[];
  button: RefObject<HTMLButtonElement | null>;
  /** Counts requests to open or close; a new value toggles the menu. */
  openCount: number;
  onShown: (isShown: boolean) => void;
};

/** PrimeReact's menu with accessible names; returns focus to its button. */
export default function MenuList({ id, label, items, button, openCount, onShown }: MenuListProps) {
  const menu = useRef<PrimeMenu>(null);
  const handledRequest = useRef(0);
  const ready = usePortalReady();
  useEffect(() => {
    if (!ready || openCount === handledRequest.current) return;
    handledRequest.current = openCount;
    if (button.current) menu.current?.toggle({ currentTarget: button.current } as unknown as KeyboardEvent);
  }, [ready, openCount, button]);
  const close = (event: { originalEvent: Event }): void => {
    button.current?.focus();
    menu.current?.hide(event.originalEvent as unknown as KeyboardEvent);
  };
  // Runs before PrimeReact's handler, so that Tab continues from the button and Escape returns to it.
  const onKeyDownCapture = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab' || key === 'Escape') button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Escape closes only the topmost layer.
    event.stopPropagation();
    event.preventDefault();
  };
  return (
    <PrimeMenu
      popup
      ref={menu}
      id={id}
      popupAlignment="right"
      onShow={() => onShown(true)}
      onHide={() => onShown(false)}
      model={items.map(({ key, label: itemLabel, icon, danger = false, disabled = false, onSelect }) => ({
        id: `${id}-${key}`,
        label: itemLabel,
        icon: icon && <Icon svg={icon} />,
        disabled,
        className: danger ? 'p-menuitem-danger' : '',
        command: (event) => {
          close(event as unknown as { originalEvent: Event });
          onSelect();
        },
      }))}
      pt={{ menu: { 'aria-label': label, onKeyDown, onKeyDownCapture }, action: inertItemProps }}
    />
  );
}
