import './toasts.css';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../support/later.tsx';
import type { ShownToast } from './types.ts';

export type ToastsProps = {
  items: readonly ShownToast[];
  onDismiss: (id: string) => void;
  /** Called when the button of a toast is pressed. */
  onAct?: (id: string) => void;
  /** `onHold`: pointer or focus is on the toasts, so none may expire; `onRelease`: it has left. */
  onHold?: () => void;
  onRelease?: () => void;
};

const [List, fetchToasts] = lazyComponent(() => import('./ToastList.tsx'));

export { fetchToasts };

/**
 * Short messages in a corner. The polite live region is always mounted, so that the first toast is announced too; the toasts load on
 * demand.
 */
export function Toasts({ items, onDismiss, onAct = () => {}, onHold, onRelease }: ToastsProps) {
  const [isNeeded, setNeeded] = useState(false);
  if (items.length > 0 && !isNeeded) setNeeded(true);
  return (
    <div
      className="toasts no-print"
      role="status"
      aria-live="polite"
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
    >
      {isNeeded && (
        <Suspense fallback={null}>
          <List items={items} onDismiss={onDismiss} onAct={onAct} />
        </Suspense>
      )}
    </div>
  );
}
