import { Tag } from 'primereact/tag';
import type { ReactNode } from 'react';
import type { BadgeSeverity } from './severity.ts';

/** A status as a word with a dot, in dark text on a tinted background: PrimeReact's tag. */
export function Badge({ severity = 'secondary', children }: { severity?: BadgeSeverity; children: ReactNode }) {
  return <Tag className={`p-tag-${severity}`} value={children} />;
}
