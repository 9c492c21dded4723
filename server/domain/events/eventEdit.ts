import { type EditableField, type Event, type EventConflict, isEditableField, programFields } from '../../../contract/entities/event.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { EventRow, NamedEdit } from '../../db/repositories/events/events.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeFacts, type DeclareFacts, unchangedFacts, type WriteResult } from '../facts/changeFacts.ts';
import { proposable } from '../facts/proposable.ts';
import { paysByActivity } from '../plans/planUses.ts';
import type { Principal } from '../session/principal.ts';
import { readableSellers } from '../shared/invoiceScope.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { eventColumnOf } from './eventColumn.ts';
import { type EventValues, type Operation, readPatch } from './eventPatch.ts';
import { type CanEditEvent, readEditRights } from './eventRights.ts';
import { eventEntityOf } from './eventView.ts';

export type EditInput = Readonly<{
  id: number | null;
  operations: readonly Operation[];
  /** The version the user saw; null: the later edit wins. */
  seen: number | null;
}>;
export type EditAnswer = Readonly<{ event: Event; conflict: null } | { event: null; conflict: EventConflict }>;

/** The fields whose value would change. */
const changedFieldsOf = (row: EventRow, values: EventValues): EditableField[] =>
  Object.keys(values).filter(
    (field): field is EditableField => isEditableField(field) && row[eventColumnOf(field)] !== (values[field] ?? null),
  );

const conflictOf = (row: EventRow, mayEdit: CanEditEvent, edits: readonly NamedEdit[]): EventConflict => ({
  message: messages.eventPatch.conflict,
  code: 'event_conflict',
  current: eventEntityOf(row, mayEdit),
  fields: edits.map(({ field, value, first_name, last_name, edited_at }) => ({
    field,
    value,
    edited_at,
    edited_by: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }),
  })),
});

const pickValues = (values: EventValues, fields: readonly EditableField[]): Record<string, string | null> =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));

const valuesOf = (row: EventRow, fields: readonly EditableField[]): Record<string, string | null> =>
  Object.fromEntries(fields.map((field) => [field, row[eventColumnOf(field)]]));

/** Fields that may affect pay: a plan may depend on the activity of an invoice's event. */
const payFields: ReadonlySet<EditableField> = new Set(['invoice_id', 'activity_type']);
/** Refuses values for fields of a program on an event without one. @throws Problem 422 */
const assertProgram = ({ has_program }: Pick<EventRow, 'has_program'>, fields: readonly EditableField[]): void => {
  const refused = fields.filter((field) => programFields.some((programField) => programField === field));
  if (!has_program && refused.length > 0)
    throw formProblem(Object.fromEntries(refused.map((field) => [field, messages.eventPatch.noProgram])));
};

/** Users who edit all events may link any invoice; others only invoices they may read. @throws Problem 404 */
const checkInvoice = async (tx: Repositories, actor: Actor, number: string | null | undefined): Promise<void> => {
  if (!number || reachOf(actor, 'event:edit') === 'all') return;
  const sellers = (await readableSellers(tx, actor)) ?? [];
  if (await tx.invoiceRows.isOfOthers(number, Number(actor.id), sellers)) throw notFoundProblem('invoice');
};

/** Writes the values; a field's first edit also saves the source's value. */
const write = async ({ events }: Repositories, row: EventRow, changes: Record<string, string | null>, userId: number, at: Date) => {
  await events.change(
    row.id,
    Object.fromEntries(Object.entries(changes).map(([field, value]) => [eventColumnOf(field as EditableField), value])),
    at,
  );
  const edit = { event_id: row.id, edited_by: userId, edited_at: at.toISOString(), version: row.version + 1 };
  for (const [field, value] of Object.entries(changes))
    if (isEditableField(field)) await events.keepEdit({ ...edit, field, value, source_value: row[eventColumnOf(field)] });
};

/**
 * A staff edit (spec 7.27): locks the event, checks permission, and refuses only if another edit has set the same field to a different
 * value since the version that the user saw. An edit without changes writes nothing.
 * @throws Problem 400, 403, 404, 422
 */
export const editEvent = proposable(
  'event.edit',
  async (
    { store, clock }: Pick<Services, 'store' | 'clock'>,
    principal: Principal,
    { id, operations, seen }: EditInput,
    origin: Origin,
  ): Promise<EditAnswer> => {
    const values = readPatch(operations);
    const at = clock();
    const { actor, userId } = principal;
    const edit = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<EditAnswer>> => {
      const row = id === null ? undefined : await tx.events.lock(id);
      if (!row) throw notFoundProblem('event');
      const mayEdit = await readEditRights(tx, actor);
      if (!mayEdit(row)) throw forbidden();
      const fields = changedFieldsOf(row, values);
      if (fields.length === 0) return unchangedFacts({ event: eventEntityOf(row, mayEdit), conflict: null });
      const laterEdits = seen === null ? [] : (await tx.events.editsOf(row.id)).filter((edit) => edit.version > seen);
      const conflicts = laterEdits.filter(({ field }) => fields.includes(field));
      if (conflicts.length > 0 && principal.approval) throw new Problem(409, 'event_conflict', messages.eventPatch.conflict);
      if (conflicts.length > 0) return unchangedFacts({ event: null, conflict: conflictOf(row, mayEdit, conflicts) });
      const changes = pickValues(values, fields);
      assertProgram(row, fields);
      await checkInvoice(tx, actor, changes.invoice_id);
      const affectsPay = fields.some((field) => payFields.has(field)) && (await paysByActivity(tx));
      if (affectsPay) await declareFacts({ events: [row.id] });
      await write(tx, row, changes, userId, at);
      const after = await tx.events.byId(row.id);
      if (!after) throw notFoundProblem('event');
      const entry = { actorId: userId, action: 'event.edited', entity: 'event', entityId: String(row.id) };
      const entries = [{ ...entry, before: valuesOf(row, fields), after: changes }];
      return {
        why: { kind: 'event_changed', event_id: row.id, customer: after.customer_name },
        finish: async () => ({ answer: { event: eventEntityOf(after, mayEdit), conflict: null }, entries }),
      };
    };
    return store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => edit(tx, declareFacts)));
  },
);
