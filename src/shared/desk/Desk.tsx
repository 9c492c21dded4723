import './desk.css';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useKeptFocus } from '../../ui/support/useKeptFocus.ts';

const SKELETON_PX = 64;

/** `error`: the form's error while the form is open, otherwise the list's. */
type DeskView = Readonly<{
  error: string | null;
  hasForm: boolean;
  failed: boolean;
  retry: () => void;
  dismiss: () => void;
  waits: boolean;
  settled: boolean;
}>;
type Props<Item> = Readonly<{
  title: string;
  hint: string;
  empty: string;
  emptyWhy: string;
  /** The button that adds an entry; null if the user may not. */
  add: Readonly<{ label: string; open: () => void }> | null;
  view: DeskView;
  items: readonly Item[];
  renderEntry: (item: Item) => ReactNode;
  children: ReactNode;
}>;

/** A list of entries that a user adds, edits and removes in dialogs: Slack channels, API tokens, webhooks. */
export function Desk<Item>({ title, hint, empty, emptyWhy, add, view, items, renderEntry, children }: Props<Item>) {
  // Removing an entry removes its buttons.
  const ref = useKeptFocus<HTMLDivElement>(items);
  return (
    <Card
      title={title}
      actions={
        add && (
          <Button size="small" severity="secondary" unavailable={!view.settled} onClick={add.open}>
            {add.label}
          </Button>
        )
      }
    >
      <p className="muted">{hint}</p>
      {view.error !== null && !view.hasForm && (
        <Alert {...(view.failed ? { onRetry: view.retry } : { onDismiss: view.dismiss })}>{view.error}</Alert>
      )}
      <div ref={ref} tabIndex={-1}>
        {view.waits && <Skeleton height={SKELETON_PX} />}
        {view.settled && items.length === 0 && <EmptyState title={empty}>{emptyWhy}</EmptyState>}
        <ul>{items.map(renderEntry)}</ul>
      </div>
      {children}
    </Card>
  );
}
