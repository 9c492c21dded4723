import { localDay } from '../../../../contract/rules/events/eventNeeds.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { applySource, type SourceEvent } from '../../events/eventSource.ts';
import { markFacts } from '../../facts/changeFacts.ts';
import { paysByActivity } from '../../plans/planUses.ts';
import type { HeldFact, ImportContext, Sink } from './sink.ts';

/** True while the run is held because the sheet looked emptied: nothing is imported. */
export const isSheetHeld = ({ connection: { settings }, runId }: ImportContext): boolean => settings.held_run === runId;

/** Writes events, and recomputes commissions that depend on the events' activities. */
export const writeEventsAndMark = async (
  tx: Repositories,
  ids: readonly number[],
  { marksRun, cause: { at } }: ImportContext,
  write: () => Promise<readonly number[]>,
): Promise<void> => {
  if (!(await paysByActivity(tx))) return void (await write());
  await markFacts(tx, { marksRun, at }, async (declareFacts) => {
    await declareFacts({ events: ids });
    return [{ events: await write() }];
  });
};

/** Imports events from sheet rows; staff edits remain (decisions 6.04), and unchanged rows write nothing. */
export const importEvents: Sink<'event'> = async (tx, facts, context) => {
  const { connection, cause } = context;
  const held: HeldFact[] = facts.flatMap(({ external_id, problem, row }) =>
    problem ? [{ external_id, code: problem.code, facts: { row, column: problem.column, shown: problem.shown } }] : [],
  );
  if (isSheetHeld(context)) return { created: 0, changed: 0, same: facts.length - held.length, held };
  const keys = facts.map(({ external_id }) => external_id);
  await tx.sourceEvents.restore(connection.id, keys);
  await tx.sourceEvents.clearMissing(connection.id, keys);
  const existing = new Map((await tx.sourceEvents.known(connection.id, keys)).map((row) => [row.external_id, row]));
  const at = cause.at.toISOString();
  const sourceOf = (key: string, event: object): SourceEvent => ({ ...(event as SourceEvent), src_id: `gs:${connection.id}:${key}` });

  const readable = facts.flatMap(({ external_id, external_version, event }) =>
    event && existing.get(external_id)?.payload_hash !== external_version ? [{ external_id, hash: external_version, event }] : [],
  );
  const newFacts = readable.filter(({ external_id }) => !existing.has(external_id));
  const changed = readable.filter(({ external_id }) => existing.has(external_id));
  const ids = changed.map(({ external_id }) => existing.get(external_id)?.id ?? 0);
  await tx.sourceEvents.lock(ids);
  if (readable.length > 0)
    await writeEventsAndMark(tx, ids, context, async () => {
      const added = await tx.sourceEvents.add(
        newFacts.map(({ external_id, hash, event }) => ({
          ...sourceOf(external_id, event),
          day: localDay(event.starts_at ?? null, event.timezone ?? null),
          connection_id: connection.id,
          external_id,
          payload_hash: hash,
          created_at: at,
          updated_at: at,
        })),
      );
      for (const { external_id, hash, event } of changed) {
        await applySource(tx, sourceOf(external_id, event), cause.at);
        await tx.sourceEvents.keepHash(existing.get(external_id)?.id ?? 0, hash);
      }
      return [...ids, ...added];
    });
  return { created: newFacts.length, changed: changed.length, same: facts.length - readable.length - held.length, held };
};
