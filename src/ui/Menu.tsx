import './theme/menu.css';
import { Menu as PrimeMenu } from 'primereact/menu';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

export type MenuItem = {
  key: string;
  label: string;
  /** One of `icons.ts`. */
  icon?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};
export type MenuProps = {
  /** Names the button and the list. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClass?: string;
  items: readonly MenuItem[];
  /** True opens it without its button having been pressed. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** What PrimeReact leaves out: the list item is the menu item, the link in it is nothing of its own. */
const silent = { href: undefined, role: 'none', tabIndex: undefined, 'aria-label': undefined, 'aria-disabled': undefined };

/** A list of actions under a button: PrimeReact's menu with names, which says whether it is open and gives the focus back. */
export function Menu({ label, trigger, triggerClass = 'p-button p-button-text', items, open = false, onOpenChange }: MenuProps) {
  const menu = useRef<PrimeMenu>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [shown, setShown] = useState(false);
  // PrimeReact says some things twice: Escape, and what was chosen.
  const said = useRef(false);
  const tell = (next: boolean): void => {
    if (next === said.current) return;
    said.current = next;
    setShown(next);
    onOpenChange?.(next);
  };
  const close = (event: { originalEvent: Event } | KeyboardEvent): void => {
    button.current?.focus();
    menu.current?.hide(('originalEvent' in event ? event.originalEvent : event) as KeyboardEvent);
  };
  useEffect(() => {
    if (open && button.current) menu.current?.show({ currentTarget: button.current } as unknown as KeyboardEvent);
  }, [open]);
  // Before PrimeReact hears it: from the button Tab goes on, and to it Escape leads back.
  const onKeyDownCapture = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab' || key === 'Escape') button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The top-most closes, not what it stands on.
    event.stopPropagation();
    event.preventDefault();
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        className={triggerClass}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={shown}
        aria-controls={shown ? `${id}_list` : undefined}
        onClick={(event) => menu.current?.toggle(event)}
      >
        {trigger}
      </button>
      <PrimeMenu
        popup
        ref={menu}
        id={id}
        popupAlignment="right"
        onShow={() => tell(true)}
        onHide={() => tell(false)}
        model={items.map(({ key, label: words, icon, danger = false, disabled = false, onSelect }) => ({
          id: `${id}-${key}`,
          label: words,
          icon: icon && <Icon svg={icon} />,
          disabled,
          className: danger ? 'p-menuitem-danger' : '',
          command: (event) => {
            close(event as unknown as { originalEvent: Event });
            onSelect();
          },
        }))}
        pt={{ menu: { 'aria-label': label, onKeyDown, onKeyDownCapture }, action: silent }}
      />
    </>
  );
}
