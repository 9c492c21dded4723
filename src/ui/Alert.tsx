import type { ReactNode } from 'react';
import { messages } from '../../contract/messages.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { checkCircle, exclamationTriangle, infoCircle, times } from './icons.ts';

export type AlertSeverity = 'danger' | 'warning' | 'info' | 'success';
export type AlertProps = {
  severity?: AlertSeverity;
  children: ReactNode;
  /** The one thing that helps, as a button or link. */
  action?: ReactNode;
  /** With it the alert has a button that tries once more what failed. */
  onRetry?: (() => void) | undefined;
  /** With it the alert has a button that takes it away. */
  onDismiss?: () => void;
};

const icons = { danger: exclamationTriangle, warning: exclamationTriangle, info: infoCircle, success: checkCircle } as const;

/** A sentence that must be read; trouble interrupts a screen reader, good news waits. */
export function Alert({ severity = 'danger', children, action, onRetry, onDismiss }: AlertProps) {
  const urgent = severity === 'danger' || severity === 'warning';
  return (
    <div className={`p-message tone-${severity}`} role={urgent ? 'alert' : 'status'}>
      <Icon svg={icons[severity]} />
      <div className="p-message-text">{children}</div>
      {action}
      {onRetry && (
        <Button size="small" severity="secondary" onClick={onRetry}>
          {messages.retry}
        </Button>
      )}
      {onDismiss && (
        <button type="button" className="p-message-close" aria-label={messages.dismiss} onClick={onDismiss}>
          <Icon svg={times} />
        </button>
      )}
    </div>
  );
}
