import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Event, isEditableField } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { hasField } from '../../../../contract/rules/events/eventFields.ts';
import { useToast } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { CellEditor } from '../../../ui/grid/editing/CellEditor.tsx';
import { Grid } from '../../../ui/grid/Grid.tsx';
import type { CellMark, CellRef } from '../../../ui/grid/types.ts';
import { applyUnsavedCells, connectCells } from '../connectCells.ts';
import { editorFor } from '../fields.ts';
import type { EventsPage } from '../useEvents.ts';
import { BulkBar } from './BulkBar.tsx';
import { ListTail } from './ListTail.tsx';
import { UnsavedChangesBar } from './UnsavedBar.tsx';

const t = messages.events;
const SKELETON_ROWS = 14;
const getKey = (event: Event): string => event.id;
const openLabel = (event: Event): string => fill(messages.eventPanel.open, { customer: event.customer.name });
const selectLabel = (event: Event): string => fill(messages.eventBulk.select, { customer: event.customer.name });

/** The open cell and its initial value; typing does not rerender the table. */
const useEditedCell = (field: EventsPage['children']['field']) => {
  const row = useSelector(field, ({ context }) => context.row?.id ?? null);
  const key = useSelector(field, ({ context }) => context.key);
  const draft = useSelector(field, ({ context }) => context.first);
  return useMemo(() => (row === null ? null : { rowKey: row, key, draft }), [row, key, draft]);
};

/** The 27 columns with in-cell editing and infinite scroll (spec 2.45-2.48, 4.07). */
export function EventsTableCard({ page }: { page: EventsPage }) {
  const { view, mayEdit, news } = page;
  const { cells: cellsRef, field, bulk } = page.children;
  const toast = useToast();
  const unsavedCells = useSelector(cellsRef, ({ context }) => context.cells);
  const cells = useMemo(() => connectCells(unsavedCells), [unsavedCells]);
  const editing = useEditedCell(field);
  const leaveCell = useCallback((cell: CellRef) => field.send({ type: 'cell.leave', cell }), [field]);
  const ids = useSelector(bulk, (snapshot) => snapshot.context.selected);
  const selectedIds = useMemo(() => new Set(ids), [ids]);
  const { empty, answered } = view;
  const rows = useMemo(() => applyUnsavedCells(view.rows, unsavedCells), [view.rows, unsavedCells]);
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the question changes, without reading it.
  useEffect(() => {
    frame.current?.querySelector('.grid-scroller')?.scrollTo(0, 0);
  }, [answered]);

  const toggle = (id: string, range: boolean): void => {
    const row = rows.find((candidate) => candidate.id === id);
    if (row && !mayEdit(row) && !selectedIds.has(id)) toast(t.noRight, 'info');
    else bulk.send({ type: 'row.toggle', id, range, order: rows.filter(mayEdit).map(getKey) });
  };
  const selection = {
    selected: selectedIds,
    onToggle: toggle,
    onToggleAll: () => bulk.send({ type: 'all.toggle', ids: rows.filter(mayEdit).map(getKey) }),
    label: selectLabel,
  };
  const restore = (events: readonly Event[], keys: readonly string[]): void =>
    cellsRef.send({
      type: 'cells.write',
      written: events
        .filter(mayEdit)
        .flatMap((row) =>
          keys.flatMap((key) => (row.sources && key in row.sources ? [{ row, key, value: row.sources[key] ?? null }] : [])),
        ),
    });
  const getMark = (row: Event, key: string): CellMark | undefined => {
    const savingMark = cells.markOf(row, key);
    if (savingMark) return savingMark;
    if (news.isTheirs(row, key)) return 'theirs';
    return isEditableField(key) && view.isModified(row, key) ? 'modified' : undefined;
  };
  return (
    <div className="event-table" ref={frame}>
      <Grid<Event>
        label={t.label}
        columns={page.columns}
        rows={rows}
        rowKey={getKey}
        total={view.total}
        layout={page.layout}
        onLayoutChange={page.onLayoutChange}
        sort={view.sort}
        onSort={page.toggleSort}
        onSortTo={page.sortTo}
        columnMenu
        copy
        freeze={2}
        fills
        state={view.stale ? 'stale' : view.loading ? 'loading' : view.error === null ? 'ready' : 'failed'}
        skeletonRows={SKELETON_ROWS}
        empty={
          view.error === null ? (
            <EmptyState
              title={empty.title}
              action={
                empty.isFiltered && (
                  <Button severity="secondary" onClick={page.clearFilters}>
                    {t.clearFilters}
                  </Button>
                )
              }
            >
              {empty.why}
            </EmptyState>
          ) : null
        }
        onRowOpen={(row) => page.openPanel(row.id)}
        openRow={view.panel?.id ?? null}
        rowLabel={openLabel}
        {...(page.mayEditAny ? { selection } : {})}
        Field={CellEditor}
        editorOf={(row, key) => (mayEdit(row) && isEditableField(key) && hasField(row, key) ? editorFor(row, key, page.suggested) : null)}
        editing={editing}
        onEditStart={(cell) => field.send({ type: 'cell.open', ...cell })}
        onEditDraft={(cell, value) => field.send({ type: 'draft.change', cell, value })}
        onEditCommit={(cell, value, next) => field.send({ type: 'cell.commit', cell, value, next })}
        onEditLeave={leaveCell}
        onEditCancel={(cell) => field.send({ type: 'cell.cancel', cell })}
        {...(page.mayEditAny
          ? { onCellsWrite: (writtenCells) => cellsRef.send({ type: 'cells.write', written: writtenCells }), onCellsRestore: restore }
          : {})}
        cellMark={getMark}
        cellNote={(row, key) => cells.noteOf(row, key) ?? news.noteOf(row, key)}
        onCellRetry={(cell) => cellsRef.send({ type: 'cell.retry', cell })}
        onCellDiscard={(cell) => cellsRef.send({ type: 'cell.discard', cell })}
        rowMark={(row) => (news.isMisfit(row) ? 'misfit' : view.isRowModified(row) ? 'modified' : undefined)}
        onEnd={page.more}
        tail={view.tail.kind === 'none' ? undefined : <ListTail tail={view.tail} onRetry={page.retry} />}
      />
      <div className="event-bars">
        <UnsavedChangesBar cells={cellsRef} />
        <BulkBar bulk={bulk} suggestions={page.suggested} />
      </div>
    </div>
  );
}
