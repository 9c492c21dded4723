import type { SnapshotFrom } from 'xstate';
import { type Event, yesNoFields, yesNoUnknown } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { bulkEditMachine } from '../../machines/events/bulkEdit.machine.ts';
import { aboutOf } from './connectEdit.ts';

type Snapshot = SnapshotFrom<typeof bulkEditMachine>;

const text = messages.eventBulk;

const fieldOptions = [
  { value: '', label: messages.eventEdit.select },
  ...yesNoFields.map((value) => ({ value, label: messages.events.columns[value] })),
];
const valueOptions = [{ value: '', label: messages.eventEdit.select }, ...yesNoUnknown.map((value) => ({ value, label: value }))];

/** Snapshot of the bulk work → what its bar shows. `rows` name the events that failed. */
export const connectBulk = (snapshot: Snapshot, rows: readonly Event[]) => {
  const { selected, field, value, done, failures, left } = snapshot.context;
  const total = done + failures.length + left.length;
  const answered = done + failures.length;
  const nameOf = (id: string): string => {
    const event = rows.find((row) => row.id === id);
    return event ? aboutOf(event) : id;
  };
  return {
    phase: snapshot.matches('applying')
      ? ('applying' as const)
      : snapshot.matches('reviewing')
        ? ('reviewing' as const)
        : selected.length > 0
          ? ('choosing' as const)
          : null,
    selected: fill(text.selected, { count: selected.length }),
    field: field ?? '',
    value: value ?? '',
    fieldOptions,
    valueOptions,
    apply: fill(text.apply, { count: selected.length }),
    canApply: snapshot.can({ type: 'bulk.apply' }),
    canStop: snapshot.can({ type: 'bulk.stop' }),
    fraction: total === 0 ? 0 : answered / total,
    progress: fill(text.progress, { done: answered, count: total }),
    failedTitle: failures.length === 1 ? text.failedOne : fill(text.failedTitle, { count: failures.length }),
    failures: failures.map(({ id, message }) => ({ id, name: nameOf(id), message })),
  };
};
