import { messages } from '../../contract/messages.ts';
import { Icon } from './Icon.tsx';
import { checkCircle, exclamationTriangle, infoCircle, times } from './icons.ts';

export type Toast = { id: string; severity: 'success' | 'info' | 'warning' | 'danger'; text: string };
const icons = { success: checkCircle, info: infoCircle, warning: exclamationTriangle, danger: exclamationTriangle } as const;

/** Short news in a corner. The region is always there: a screen reader only hears what is added to one it knows. */
export function Toasts({ items, onDismiss }: { items: readonly Toast[]; onDismiss: (id: string) => void }) {
  return (
    <div className="p-toast no-print" role="status" aria-live="polite">
      {items.map(({ id, severity, text }) => (
        <div key={id} className={`p-message p-toast-message tone-${severity}`}>
          <Icon svg={icons[severity]} />
          <div className="p-message-text">{text}</div>
          <button type="button" className="p-message-close" aria-label={messages.dismiss} onClick={() => onDismiss(id)}>
            <Icon svg={times} />
          </button>
        </div>
      ))}
    </div>
  );
}
