import type { ReactNode } from 'react';
import { fill } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';

/** `of`: the accessible name, with `{name}`. */
type DeskAction = Readonly<{ label: string; of: string; act: () => void }>;
type Props = Readonly<{
  name: string;
  /** Shown next to the name. */
  detail: ReactNode;
  lines: readonly string[];
  actions: readonly DeskAction[];
  /** False while a request is running or a form is open. */
  settled: boolean;
  problem?: { text: string; severity: 'warning' | 'danger' } | null;
}>;

/** An entry of a desk, with its buttons and its problem, if any. */
export function DeskEntry({ name, detail, lines, actions, settled, problem = null }: Props) {
  return (
    <li className="desk-entry">
      <div>
        <p>
          <strong>{name}</strong> {detail}
        </p>
        {lines.map((line) => (
          <p key={line} className="muted">
            {line}
          </p>
        ))}
      </div>
      <div className="desk-acts">
        {actions.map(({ label, of, act }) => (
          <Button key={label} size="small" severity="secondary" unavailable={!settled} aria-label={fill(of, { name })} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
      {problem !== null && <Alert severity={problem.severity}>{problem.text}</Alert>}
    </li>
  );
}
