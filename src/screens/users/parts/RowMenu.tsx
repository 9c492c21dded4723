import { useEffect, useRef, useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { bars } from '../../../ui/icons.ts';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';

/** Room that the menu needs below its button, else it opens upwards. */
const ROOM_PX = 200;

/** The actions of one row. Its panel stands over the table, whose cells and edges would cut it off. */
export function RowMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  const frame = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [up, setUp] = useState(false);
  const toggle = (next: boolean): void => {
    const box = frame.current?.getBoundingClientRect();
    setUp(box !== undefined && box.bottom + ROOM_PX > document.documentElement.clientHeight);
    setOpen(next);
  };
  // It does not move with the table.
  useEffect(() => {
    const place = (): string => {
      const box = frame.current?.getBoundingClientRect();
      return box ? `${Math.round(box.x)} ${Math.round(box.y)}` : '';
    };
    if (!open) return;
    const opened = place();
    const close = (): void => {
      if (place() !== opened) setOpen(false);
    };
    window.addEventListener('scroll', close, true);
    return () => window.removeEventListener('scroll', close, true);
  }, [open]);
  return (
    <span ref={frame} className="row-menu" data-up={up || undefined}>
      <Menu
        label={fill(messages.users.actions, { name })}
        trigger={<Icon svg={bars} />}
        triggerClass="p-button p-button-text p-button-sm p-button-icon-only"
        open={open}
        onOpenChange={toggle}
        items={items}
      />
    </span>
  );
}
