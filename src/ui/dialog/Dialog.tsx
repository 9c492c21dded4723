import './dialog.css';
import { Dialog as PrimeDialog } from 'primereact/dialog';
import { type RefObject, useEffect, useRef } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../display/Icon.tsx';
import { times } from '../display/icons.ts';
import type { DialogProps } from './types.ts';

/** Returns focus from a dialog to the element that opened it, even if the dialog unmounts without closing. */
const useReturnedFocus = (open: boolean) =>
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      const focused = document.activeElement;
      const hasLostFocus = focused === null || focused === document.body || focused.closest('.p-dialog') !== null;
      if (hasLostFocus && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open]);

/** If the focused element is removed, focus moves to the close button; otherwise Tab would continue behind the dialog. */
const useFocusFallback = (dialog: RefObject<PrimeDialog | null>): void => {
  const lastFocused = useRef<Element | null>(null);
  useEffect(() => {
    const rememberFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && dialog.current?.getElement()?.contains(target)) lastFocused.current = target;
    };
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, [dialog]);
  useEffect(() => {
    const isLost = lastFocused.current !== null && !lastFocused.current.isConnected && document.activeElement === document.body;
    if (isLost) dialog.current?.getCloseButton()?.focus();
  });
};

const FIRST_FIELD = 'form :is(input, select, textarea):not(:disabled, [type="search"], [readonly]:not([role="combobox"]))';

/**
 * Focuses the first field of a form, except a search field, unless a field already has focus; without fields, PrimeReact's default applies.
 * @returns true if there is nothing left to do
 */
const focusFirstField = (content: HTMLElement): boolean => {
  if (content.contains(document.activeElement)) return true;
  const field = content.querySelector<HTMLElement>(FIRST_FIELD);
  field?.focus();
  return field !== null;
};

/**
 * Focuses the first field of a form whose code or data arrives later, unless the user has acted before. @returns a function that stops
 * waiting
 */
const watchForFirstField = (content: HTMLElement): (() => void) => {
  const observer = new MutationObserver(() => focusFirstField(content) && stop());
  const stop = (): void => {
    observer.disconnect();
    for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, stop, { capture: true });
  };
  observer.observe(content, { childList: true, subtree: true });
  for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, stop, { capture: true });
  return stop;
};

const useFirstField = (dialog: RefObject<PrimeDialog | null>, isWaiting: boolean): (() => void) => {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return () => {
    const content = dialog.current?.getContent();
    if (content && !focusFirstField(content) && isWaiting) stop.current = watchForFirstField(content);
  };
};

/** A modal dialog that traps focus; a full-screen sheet on phones. Load it through `LazyDialog`. */
export default function Dialog({
  title,
  open = true,
  onClose,
  dismissible = true,
  size = 'normal',
  tall = false,
  position,
  footer,
  children,
}: DialogProps) {
  useReturnedFocus(open);
  const dialog = useRef<PrimeDialog>(null);
  useFocusFallback(dialog);
  // Users read a docked panel first, so a form that loads in it must not take focus and scroll it.
  const onShow = useFirstField(dialog, position === undefined);
  return (
    <PrimeDialog
      ref={dialog}
      visible={open}
      onShow={onShow}
      onHide={() => onClose?.()}
      header={<h2 className="dialog-title">{title}</h2>}
      footer={footer}
      className={`dialog dialog-${size}${tall ? ' dialog-tall' : ''}${position ? ' dialog-docked' : ''}`}
      maskClassName={position ? 'dialog-beside' : undefined}
      closable={dismissible}
      closeOnEscape={dismissible}
      closeIcon={<Icon svg={times} />}
      ariaCloseIconLabel={messages.close}
      draggable={false}
      resizable={false}
      // Otherwise a screen reader would read a whole form as the description.
      aria-describedby={undefined}
    >
      {children}
    </PrimeDialog>
  );
}
