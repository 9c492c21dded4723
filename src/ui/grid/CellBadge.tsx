import type { ReactNode } from 'react';
import type { Severity } from '../display/severity.ts';

/** The badge of a cell: Tag's class names without the widget, which writes the library's styles again with every row that comes in sight (ADR 3). */
export function CellBadge({ severity = 'secondary', children }: { severity?: Severity; children: ReactNode }) {
  return <span className={`p-tag p-component p-tag-${severity}`}>{children}</span>;
}
