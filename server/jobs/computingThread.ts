// A thread that computes marked days over its own connection; startComputingThread.ts starts it and sends its requests.
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgres } from '../db/postgres/openPostgres.ts';
import { openStore } from '../db/repositories/store.ts';
import { computingOver } from '../domain/commissions/recompute/index.ts';
import type { ComputeAnswer, ComputeRequest, ThreadData } from './startComputingThread.ts';

const { databaseUrl, sendsMail } = workerData as ThreadData;
const db = await openPostgres(databaseUrl, { connections: 1, prepares: true });
const compute = computingOver(openStore(db, { sendsMail }));

parentPort?.on('message', async ({ pairs, most, at }: ComputeRequest) => {
  const answer: ComputeAnswer = await compute(pairs, most, at).then(
    (part) => ({ part }),
    (error: unknown) => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
  parentPort?.postMessage(answer);
});
parentPort?.postMessage('ready');
