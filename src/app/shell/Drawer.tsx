import { useEffect, useRef } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { times } from '../../ui/display/icons.ts';
import { MenuLinks } from './MenuLinks.tsx';
import { AccountItems } from './UserMenu.tsx';

/** spec 2.21: the slide-in menu of small screens, with the items of the side menu. A native dialog traps focus and handles Escape. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // Closing returns focus to the element that opened it.
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by itself; the click handler is for the area outside.
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={messages.menu.main}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="drawer-body">
        <button type="button" className="icon-button drawer-close" aria-label={messages.menu.close} onClick={onClose}>
          <Icon svg={times} />
        </button>
        <nav aria-label={messages.menu.main}>
          <MenuLinks onChoose={onClose} />
        </nav>
        <hr />
        <AccountItems onChoose={onClose} />
      </div>
    </dialog>
  );
}
