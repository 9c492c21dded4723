import type { ReactNode } from 'react';

/** Says that a list is empty, why, and which action helps. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children !== undefined && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}
