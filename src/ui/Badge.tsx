import type { ReactNode } from 'react';
import type { Severity } from './severity.ts';

/** A status as a word with a dot, dark on a tint. */
export function Badge({ severity = 'secondary', children }: { severity?: Severity; children: ReactNode }) {
  return (
    <span className={`p-tag tone-${severity}`}>
      <span className="p-tag-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
