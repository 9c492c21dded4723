import { isSuspicious } from '../../../../contract/rules/connections/vanished.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { notify } from '../../notifications/notify.ts';
import type { SheetSettings } from '../facts.ts';
import { isSheetHeld, writeEventsAndMark } from './sheetEvents.ts';
import type { ImportContext, Sink, SinkResult } from './sink.ts';

const NO_CHANGES: SinkResult = { created: 0, changed: 0, same: 0, held: [] };
/** Typed by a person to confirm that the rows were removed on purpose. */
const REMOVE_ANSWER = 'remove';

/** Asks administrators to check the mapping after columns were moved, added or renamed. */
const notifyColumns = async (tx: Repositories, { connection, runId, cause }: ImportContext, columns: readonly string[]): Promise<void> => {
  const to = await tx.periods.peopleOf(['admin']);
  const subject = { kind: 'connection', id: connection.id, tab: connection.kind } as const;
  const words = { connection: connection.name, columns: columns.join(', ') };
  await notify(tx, 'sheetColumns', { subject, occurrence: `columns ${runId}`, words }, { to, at: cause.at, channels: true });
};

const removeEvents = async (tx: Repositories, context: ImportContext, leaving: readonly number[]): Promise<SinkResult> => {
  const { connection, cause } = context;
  if (leaving.length === 0) return NO_CHANGES;
  await writeEventsAndMark(tx, leaving, context, async () => {
    await tx.sourceEvents.archive(leaving, cause.at);
    return [];
  });
  const entry = { actorId: cause.actorId || null, action: 'events.left', entity: 'connection', entityId: String(connection.id) };
  await tx.audit.write({ ...entry, after: { events: leaving.length } }, cause.origin, cause.at);
  return { ...NO_CHANGES, changed: leaving.length };
};

/**
 * Processes a sheet's row keys before and after the import. If more than 30% would disappear, the run is held until somebody confirms the
 * removal; rows missing in two complete readings in a row are deleted.
 */
export const importSheetRows: Sink<'sheetRows'> = async (tx, [fact], context) => {
  const { connection, runId, cause } = context;
  if (!fact) return NO_CHANGES;
  const { keys, columns, phase, isWhole, answer } = fact;
  let settings = connection.settings as SheetSettings & { accept_missing?: boolean; columns?: readonly string[] };
  const days = { from: settings.start_date, until: settings.end_date };
  const isLedger = settings.type === 'ar';
  const saveSettings = (settingsChange: object): Promise<unknown> => {
    settings = { ...settings, ...settingsChange };
    return tx.connections.change(connection.id, { settings }, cause.at);
  };

  const countMissing = () =>
    isLedger ? tx.ledgerLines.countMissing(connection.id, keys) : tx.sourceEvents.countMissing(connection.id, keys, days);

  if (answer !== undefined) {
    if (answer.trim().toLowerCase() !== REMOVE_ANSWER)
      return { ...NO_CHANGES, held: [{ external_id: fact.external_id, code: 'sheet_emptied', facts: await countMissing() }] };
    await saveSettings({ accept_missing: true, held_run: null });
    return { ...NO_CHANGES, changed: 1 };
  }
  if (phase === 'before') {
    if (settings.columns?.join() !== columns.join()) {
      if (settings.columns) await notifyColumns(tx, context, columns);
      await saveSettings({ columns });
    }
    const missingCounts = await countMissing();
    const looksEmptied = isSuspicious(missingCounts.missing, missingCounts.known);
    if (!looksEmptied && settings.accept_missing) await saveSettings({ accept_missing: false });
    if (!looksEmptied || settings.accept_missing) return NO_CHANGES;
    await saveSettings({ held_run: runId });
    return { ...NO_CHANGES, held: [{ external_id: fact.external_id, code: 'sheet_emptied', facts: missingCounts }] };
  }
  if (isSheetHeld(context)) return { ...NO_CHANGES, held: [] };
  // Held records whose row is no longer in the sheet are settled.
  await tx.heldRecords.settleUnseen(connection.id, isLedger ? 'ledgerLine' : 'event', keys, cause.at);
  if (!isWhole) return NO_CHANGES;
  if (isLedger) {
    await tx.ledgerLines.markMissing(connection.id, keys);
    return NO_CHANGES;
  }
  return removeEvents(tx, context, await tx.sourceEvents.markMissing(connection.id, keys, days, cause.at));
};
