import type { ReactNode } from 'react';
import type { BadgeSeverity } from '../display/severity.ts';

/**
 * A badge in a cell. It uses the class names of PrimeReact's Tag without the widget, which rewrites PrimeReact's styles with every row
 * that scrolls into view (ADR 3).
 */
export function CellBadge({ severity = 'secondary', children }: { severity?: BadgeSeverity; children: ReactNode }) {
  return <span className={`p-tag p-component p-tag-${severity}`}>{children}</span>;
}
