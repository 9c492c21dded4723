import { type AnyEventObject, fromCallback } from 'xstate';
import type { Event, EventConflict, YesNoField, yesNoUnknown } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { failureOf, statusOf } from '../../machines/support/failure.ts';

type Work = Readonly<{ ids: readonly string[]; field: YesNoField | null; value: (typeof yesNoUnknown)[number] | null }>;
type Parts = Readonly<{
  versionOf: (id: string) => number | null;
  patch: (change: { id: string; field: YesNoField; value: string | null; version: number | null }) => Promise<Event>;
  /** The event as another user left it: the next try starts from that. */
  onRead: (event: Event) => void;
}>;

const currentOf = (error: unknown): Event | null =>
  statusOf(error) === 409 ? ((error as { data?: Partial<EventConflict> }).data?.current ?? null) : null;

/** Changes many events, a few at once; tells the outcome of each, and ends when those under way have answered. */
export const applyToAll = ({ versionOf, patch, onRead }: Parts) =>
  fromCallback<AnyEventObject, Work>(({ sendBack, receive, input: { ids, field, value } }) => {
    const waiting = [...ids];
    // As they stood when it began: a list that changes under way takes no row's protection away.
    const versions = new Map(ids.map((id) => [id, versionOf(id)]));
    const one = async (id: string, to: YesNoField): Promise<void> => {
      try {
        sendBack({ type: 'row.done', id, event: await patch({ id, field: to, value, version: versions.get(id) ?? null }) });
      } catch (error) {
        const current = currentOf(error);
        if (current) onRead(current);
        sendBack({ type: 'row.failed', id, message: failureOf({ error, fallback: messages.events.updateFailed }).message });
      }
    };
    const lane = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && field !== null; id = waiting.shift()) await one(id, field);
    };
    const stop = (): void => {
      waiting.length = 0;
    };
    receive((event) => event.type === 'work.stop' && stop());
    Promise.all(Array.from({ length: limits.events.bulkAtOnce }, lane)).then(() => sendBack({ type: 'all.done' }));
    return stop;
  });
