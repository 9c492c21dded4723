import { Tag } from 'primereact/tag';
import type { ReactNode } from 'react';
import type { Severity } from './severity.ts';

/** A status as a word with a dot, dark on a tinted background: PrimeReact's tag. */
export function Badge({ severity = 'secondary', children }: { severity?: Severity; children: ReactNode }) {
  return <Tag className={`p-tag-${severity}`} value={children} />;
}
