import type { LiveChange } from '../../contract/entities/live.ts';
import type { Http } from './http.ts';

type Told =
  | { type: 'stream.heard' }
  | { type: 'stream.ended' }
  | { type: 'change.heard'; change: LiveChange }
  | { type: 'stream.failed'; error: unknown };

/** Blocks of an event stream as they come; one that says nothing says that it lives. */
const read = async (body: ReadableStream<Uint8Array>, tell: (told: Told) => void): Promise<void> => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks)
      tell(block.startsWith('data: ') ? { type: 'change.heard', change: JSON.parse(block.slice(6)) } : { type: 'stream.heard' });
  }
};

/** Announced as `live` (decisions 6.05), by our server only: what it tells is as it says. The token goes as a header, as with every call: an address would be written into logs. */
export const createLive = (http: Http) => {
  const queryOf = (since: string | null) => ({ query: since === null ? {} : { since } });
  return {
    changes: (since: string | null, signal: AbortSignal): Promise<LiveChange> => http('/api/v1/changes', { ...queryOf(since), signal }),
    /** @returns leaves it */
    stream: (since: string | null, tell: (told: Told) => void): (() => void) => {
      const leaving = new AbortController();
      const { signal } = leaving;
      const say = (told: Told): void => {
        if (!signal.aborted) tell(told);
      };
      http<ReadableStream<Uint8Array>>('/api/v1/stream', { ...queryOf(since), signal, stream: true })
        .then((body) => read(body, say))
        .then(() => say({ type: 'stream.ended' }))
        .catch((error: unknown) => say({ type: 'stream.failed', error }));
      return () => leaving.abort();
    },
  };
};
