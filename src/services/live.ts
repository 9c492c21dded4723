import type { LiveChange } from '../../contract/entities/live.ts';
import type { Http } from './http.ts';

type StreamMessage =
  | { type: 'stream.heard' }
  | { type: 'stream.ended' }
  | { type: 'change.heard'; change: LiveChange }
  | { type: 'stream.failed'; error: unknown };

/** Reads the blocks of an event stream; a block without data is a heartbeat. */
const readStream = async (body: ReadableStream<Uint8Array>, onMessage: (message: StreamMessage) => void): Promise<void> => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (buffered + decoder.decode(value, { stream: true })).split('\n\n');
    buffered = blocks.pop() ?? '';
    for (const block of blocks)
      onMessage(block.startsWith('data: ') ? { type: 'change.heard', change: JSON.parse(block.slice(6)) } : { type: 'stream.heard' });
  }
};

/**
 * Feature `live` (decisions 6.05), from our server only, so changes are not validated. The token is a header, as in every call, because
 * URLs end up in logs.
 */
export const createLive = (http: Http) => {
  const toQuery = (lastEventId: string | null) => ({ query: lastEventId === null ? {} : { since: lastEventId } });
  return {
    changes: (lastEventId: string | null, signal: AbortSignal): Promise<LiveChange> =>
      http('/api/v1/changes', { ...toQuery(lastEventId), signal }),
    /** @returns a function that closes the stream */
    stream: (lastEventId: string | null, onMessage: (message: StreamMessage) => void): (() => void) => {
      const abortController = new AbortController();
      const { signal } = abortController;
      const report = (message: StreamMessage): void => {
        if (!signal.aborted) onMessage(message);
      };
      http<ReadableStream<Uint8Array>>('/api/v1/stream', { ...toQuery(lastEventId), signal, stream: true })
        .then((body) => readStream(body, report))
        .then(() => report({ type: 'stream.ended' }))
        .catch((error: unknown) => report({ type: 'stream.failed', error }));
      return () => abortController.abort();
    },
  };
};
