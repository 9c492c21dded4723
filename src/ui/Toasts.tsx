import { messages } from '../../contract/messages.ts';
import { Icon } from './Icon.tsx';
import { checkCircle, exclamationTriangle, infoCircle, times } from './icons.ts';

export type Toast = { id: string; severity: 'success' | 'info' | 'warning' | 'danger'; text: string };
const icons = { success: checkCircle, info: infoCircle, warning: exclamationTriangle, danger: exclamationTriangle } as const;

export type ToastsProps = {
  items: readonly Toast[];
  onDismiss: (id: string) => void;
  /** The pointer or the focus is on them, so none may go yet; then it has left. */
  onHold?: () => void;
  onRelease?: () => void;
};

/** Short news in a corner. The region is always there: a screen reader only hears what is added to one it knows. */
export function Toasts({ items, onDismiss, onHold, onRelease }: ToastsProps) {
  return (
    <div className="p-toast no-print" role="status" onPointerEnter={onHold} onPointerLeave={onRelease} onFocus={onHold} onBlur={onRelease}>
      {items.map(({ id, severity, text }) => (
        <div key={id} className={`message p-toast-message tone-${severity}`}>
          <Icon svg={icons[severity]} />
          <div className="message-text">{text}</div>
          <button type="button" className="message-close" aria-label={messages.dismiss} onClick={() => onDismiss(id)}>
            <Icon svg={times} />
          </button>
        </div>
      ))}
    </div>
  );
}
