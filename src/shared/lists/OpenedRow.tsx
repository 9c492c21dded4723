import { type ReactNode, useEffect } from 'react';
import { Alert } from '../../ui/display/Alert.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useAnswer } from '../useAnswer.ts';
import { RowPanel } from './RowPanel.tsx';

const FACTS_PX = 340;

/** The open row of a list; `row` is null if the loaded page does not contain it. */
export type OpenedRowState<Row> = Readonly<{ id: string; row: Row | null; previous: string | null; next: string | null }>;
type List = Readonly<{
  view: Readonly<{ acting: boolean; error: string | null }>;
  act: Readonly<{ open: (id: string) => void; close: () => void; dismiss: () => void }>;
}>;
type Props<Row, Detail> = Readonly<{
  opened: OpenedRowState<Row>;
  list: List;
  load: (id: string) => Promise<Detail>;
  failed: string;
  /** A new value reloads the row, just as a new version does. */
  changes?: string | undefined;
  title: (row: Row | null) => string;
  actions: (row: Row) => ReactNode;
  /** `detail` is null until loaded. */
  children: (row: Row, detail: Detail | null) => ReactNode;
}>;

/** The open row next to the list, with its own URL; reloads after every step and every change of the list. */
export function OpenedRow<Row extends Readonly<{ version: number }>, Detail extends Row>({
  opened: { id, row, previous, next },
  list: { view, act },
  load,
  failed,
  changes = '',
  title,
  actions,
  children,
}: Props<Row, Detail>) {
  const { answer, error, refused, retry, ask } = useAnswer<Detail>(() => load(id), { id }, failed);
  const refreshKey = `${row?.version ?? ''} ${changes} ${view.acting}`;
  useEffect(() => ask({ id, seen: refreshKey }), [ask, id, refreshKey]);
  const latestRow: Row | null = answer && (row === null || answer.version >= row.version) ? answer : row;
  const step = (to: string | null) => (to === null ? undefined : () => act.open(to));
  return (
    <RowPanel
      title={title(latestRow)}
      onClose={act.close}
      onPrevious={step(previous)}
      onNext={step(next)}
      actions={latestRow && actions(latestRow)}
    >
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      {error !== null && <Alert onRetry={refused ? undefined : retry}>{error}</Alert>}
      {latestRow === null && error === null && <Skeleton height={FACTS_PX} />}
      {latestRow && children(latestRow, answer)}
    </RowPanel>
  );
}
