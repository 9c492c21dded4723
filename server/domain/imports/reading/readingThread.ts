// The thread that reads one uploaded file, started by readInThread.ts, so that no file can stall or crash the server.
import { parentPort, workerData } from 'node:worker_threads';
import { analyzeFile } from './analyzeFile.ts';
import type { ReadingRequest, ReadingThreadStart, ThreadReply } from './readInThread.ts';
import { UnreadableFile } from './unreadable.ts';

const { size, batchRows } = workerData as ReadingThreadStart;
const waiting = new Map<number, (value: ThreadReply['value']) => void>();
let requests = 0;

/** Sends a request to the main thread, which has the database connection. */
const request = (payload: ReadingRequest['what']): Promise<ThreadReply['value']> =>
  new Promise((resolve) => {
    requests += 1;
    waiting.set(requests, resolve);
    parentPort?.postMessage({ id: requests, what: payload } satisfies ReadingRequest);
  });
parentPort?.on('message', ({ id, value }: ThreadReply) => {
  waiting.get(id)?.(value);
  waiting.delete(id);
});

const part = async (index: number): Promise<Buffer> => Buffer.from((await request({ part: index })) as Uint8Array);
const write = async (rows: Parameters<Parameters<typeof analyzeFile>[1]['write']>[0]): Promise<number> =>
  (await request({ rows })) as number;

try {
  const contents = await analyzeFile({ size, part }, { batchRows, write });
  await request({ found: contents });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  await request({ refused: error.message });
}
