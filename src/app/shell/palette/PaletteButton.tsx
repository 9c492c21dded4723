import { Suspense, useEffect, useMemo, useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { Icon } from '../../../ui/display/Icon.tsx';
import { search } from '../../../ui/display/icons.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { createTypeAhead } from './typeAhead.ts';

const [Palette, fetchPalette] = lazyComponent(() => import('./Palette.tsx'));

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Opens the palette on a click or Ctrl/Cmd + K; its code loads on hover or with the shortcut. */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  const typeAhead = useMemo(() => createTypeAhead(() => setOpen(false)), []);
  useEffect(() => (open ? typeAhead.stop : undefined), [open, typeAhead]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (!open) typeAhead.start();
      setOpen(!open);
    };
    // In the capture phase, before a dialog stops the event.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [open, typeAhead]);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={messages.menu.palette}
        title={messages.menu.palette}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void fetchPalette()}
        onFocus={() => void fetchPalette()}
        onClick={() => {
          typeAhead.start();
          setOpen(true);
        }}
      >
        <Icon svg={search} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} onReady={typeAhead.take} />
        </Suspense>
      )}
    </>
  );
}
