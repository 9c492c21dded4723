import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { type Event, isEditableField } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useToast } from '../../../app/context.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Grid } from '../../../ui/grid/Grid.tsx';
import { connectEdit } from '../connectEdit.ts';
import type { EventsPage } from '../useEvents.ts';
import { BulkBar } from './BulkBar.tsx';
import { ListTail } from './ListTail.tsx';

const text = messages.events;
const SKELETON_ROWS = 14;
const keyOf = (event: Event): string => event.id;
const openLabel = (event: Event): string => fill(messages.eventPanel.open, { customer: event.customer.name });
const selectLabel = (event: Event): string => fill(messages.eventBulk.select, { customer: event.customer.name });

/** The 27 columns, edited in their cells, growing while one scrolls (spec 2.45-2.48, 4.07). */
export function EventsTable({ page }: { page: EventsPage }) {
  const { view, mayEdit } = page;
  const { edit: editRef, bulk } = page.children;
  const toast = useToast();
  const editSnapshot = useSelector(editRef, (snapshot) => snapshot);
  const edit = useMemo(() => connectEdit(editSnapshot), [editSnapshot]);
  const ids = useSelector(bulk, (snapshot) => snapshot.context.selected);
  const selected = useMemo(() => new Set(ids), [ids]);
  const { rows, empty, answered } = view;
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is the reason to run, not a value to read.
  useEffect(() => {
    frame.current?.querySelector('.grid-scroller')?.scrollTo(0, 0);
  }, [answered]);

  const toggle = (id: string, range: boolean): void => {
    const row = rows.find((each) => each.id === id);
    if (row && !mayEdit(row) && !selected.has(id)) toast(text.noRight, 'info');
    else bulk.send({ type: 'row.toggle', id, range, order: rows.filter(mayEdit).map(keyOf) });
  };
  const selection = {
    selected,
    onToggle: toggle,
    onToggleAll: () => bulk.send({ type: 'all.toggle', ids: rows.filter(mayEdit).map(keyOf) }),
    label: selectLabel,
  };
  return (
    <div className="event-table" ref={frame}>
      <Grid
        label={text.label}
        columns={page.columns}
        rows={rows}
        rowKey={keyOf}
        total={view.total}
        layout={page.layout}
        onLayoutChange={page.onLayoutChange}
        sort={view.sort}
        onSort={page.toggleSort}
        onSortTo={page.sortTo}
        columnMenu
        copy
        state={view.loading ? 'loading' : 'ready'}
        skeletonRows={SKELETON_ROWS}
        empty={
          view.error === null ? (
            <EmptyState
              title={empty.title}
              action={
                empty.narrowed && (
                  <Button severity="secondary" onClick={page.clearFilters}>
                    {text.clearFilters}
                  </Button>
                )
              }
            >
              {empty.why}
            </EmptyState>
          ) : null
        }
        onRowOpen={(row) => page.openPanel(row.id)}
        rowLabel={openLabel}
        {...(page.mayEditAny ? { selection } : {})}
        editorOf={(row, key) => (mayEdit(row) ? edit.editor(row, key) : null)}
        editing={edit.cell}
        onEditStart={(row, key) => isEditableField(key) && page.edit(row, key, 'cell')}
        onEditCommit={(_row, _key, value) => editRef.send({ type: 'edit.submit', value })}
        onEditCancel={() => editRef.send({ type: 'edit.cancel' })}
        cellMark={(row, key) => {
          if (edit.isSaving(row, key)) return 'saving';
          return isEditableField(key) && view.isModified(row, key) ? 'modified' : undefined;
        }}
        rowMark={(row) => (view.isRowModified(row) ? 'modified' : undefined)}
        onEnd={page.more}
        tail={view.tail.kind === 'none' ? undefined : <ListTail tail={view.tail} onRetry={page.retry} />}
      />
      {edit.error !== null && edit.cell !== null && (
        <div className="event-cell-error">
          <Alert>
            {edit.error} {messages.eventEdit.cellFailed}
          </Alert>
        </div>
      )}
      <BulkBar bulk={bulk} rows={rows} />
    </div>
  );
}
