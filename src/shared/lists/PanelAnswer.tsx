import './panelAnswer.css';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/display/Badge.tsx';
import type { BadgeSeverity } from '../../ui/display/severity.ts';

type Props = Readonly<{ badge: Readonly<{ label: string; severity: BadgeSeverity }>; children: ReactNode }>;

/** The first line of a panel: the status of the row, and the answer in one sentence. */
export function PanelAnswer({ badge: { label, severity }, children }: Props) {
  return (
    <p className="panel-answer">
      <Badge severity={severity}>{label}</Badge>
      <strong>{children}</strong>
    </p>
  );
}
