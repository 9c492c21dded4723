// A thread that computes what is marked, with one connection of its own; started and asked by startComputingThread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { behind } from '../db/behind.ts';
import { openPostgres } from '../db/postgres/openPostgres.ts';
import { openStore } from '../db/repositories/store.ts';
import { computingOver } from '../domain/commissions/recompute/index.ts';
import type { ComputeAnswer, ComputeRequest, ThreadData } from './startComputingThread.ts';

const { databaseUrl, sendsMail } = workerData as ThreadData;
// Nobody's requests come here: the thread that asks does so only while nobody is about.
const alone = { pass: async () => {}, isQuiet: () => true };
const db = behind(await openPostgres(databaseUrl, { connections: 1 }), alone);
const compute = computingOver(openStore(db, { sendsMail }));

parentPort?.on('message', async ({ pairs, most, at }: ComputeRequest) => {
  const answer: ComputeAnswer = await compute(pairs, most, at).then(
    (part) => ({ part }),
    (error: unknown) => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
  parentPort?.postMessage(answer);
});
parentPort?.postMessage('ready');
