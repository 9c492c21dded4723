import './toasts.css';
import { Suspense, useState } from 'react';
import { later } from '../support/later.tsx';
import type { Toast } from './types.ts';

export type ToastsProps = {
  items: readonly Toast[];
  onDismiss: (id: string) => void;
  /** The button of a toast that has one. */
  onAct?: (id: string) => void;
  /** The pointer or the focus is on them, so none may go yet; then it has left. */
  onHold?: () => void;
  onRelease?: () => void;
};

const [List, fetchToasts] = later(() => import('./ToastList.tsx'));

export { fetchToasts };

/** Short news in a corner. The frame is there from the start, so that the first is said too, and politely; what draws them is fetched with it. */
export function Toasts({ items, onDismiss, onAct = () => {}, onHold, onRelease }: ToastsProps) {
  const [wanted, setWanted] = useState(false);
  if (items.length > 0 && !wanted) setWanted(true);
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
      {wanted && (
        <Suspense fallback={null}>
          <List items={items} onDismiss={onDismiss} onAct={onAct} />
        </Suspense>
      )}
    </div>
  );
}
