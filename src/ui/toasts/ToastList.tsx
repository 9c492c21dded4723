import { Toast as PrimeToast, type ToastMessage } from 'primereact/toast';
import { useEffect, useRef } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../display/Icon.tsx';
import { checkCircle, exclamationTriangle, infoCircle, times } from '../display/icons.ts';
import { useLatest } from '../support/useLatest.ts';
import { usePortalReady } from '../support/usePortalReady.ts';
import type { ShownToast } from './types.ts';

type ToastItem = ToastMessage & { id: string };

const icons = {
  success: <Icon svg={checkCircle} />,
  info: <Icon svg={infoCircle} />,
  warning: <Icon svg={exclamationTriangle} />,
  danger: <Icon svg={exclamationTriangle} />,
} as const;
const severities = { success: 'success', info: 'info', warning: 'warn', danger: 'error' } as const;
const closeIcon = <Icon svg={times} />;
/** By default every PrimeReact message is an alert; here the surrounding frame is the live region. */
const inertProps = {
  root: { role: 'presentation', 'aria-live': undefined, 'aria-atomic': undefined },
  closeButton: { 'aria-label': messages.dismiss },
};
/** Removes PrimeReact's inline position: ours depends on the page width. */
const withoutInlinePosition = { position: undefined, top: undefined, right: undefined, bottom: undefined, left: undefined };

const toMessage = ({ id, severity, text, action }: ShownToast, onAct: (id: string) => void): ToastItem => ({
  id,
  severity: severities[severity],
  summary: text,
  ...(action === undefined
    ? {}
    : {
        detail: (
          <button type="button" className="toast-action" onClick={() => onAct(id)}>
            {action}
          </button>
        ),
      }),
  icon: icons[severity],
  closeIcon,
  // Our machine controls the duration, because PrimeReact's timer does not pause for keyboard focus.
  sticky: true,
  pt: inertProps as NonNullable<ToastMessage['pt']>,
});

type Props = Readonly<{ items: readonly ShownToast[]; onDismiss: (id: string) => void; onAct: (id: string) => void }>;

/** PrimeReact's toast, controlled by `items`. */
export default function ToastList({ items, onDismiss, onAct }: Props) {
  const toast = useRef<PrimeToast>(null);
  const displayed = useRef(new Map<string, ToastItem>());
  const ready = usePortalReady();
  const latestOnAct = useLatest(onAct);
  useEffect(() => {
    if (!ready) return;
    for (const item of items) {
      if (displayed.current.has(item.id)) continue;
      const message = toMessage(item, (id) => latestOnAct.current(id));
      displayed.current.set(item.id, message);
      toast.current?.show(message);
    }
    for (const [id, message] of displayed.current) {
      if (items.some((item) => item.id === id)) continue;
      displayed.current.delete(id);
      toast.current?.remove(message);
    }
  }, [items, ready]);
  return (
    <PrimeToast
      ref={toast}
      // Toasts removed by the caller are no longer in the map.
      onRemove={(message) => displayed.current.delete((message as ToastItem).id) && onDismiss((message as ToastItem).id)}
      pt={{ root: { role: undefined, 'aria-live': undefined, style: withoutInlinePosition } }}
    />
  );
}
