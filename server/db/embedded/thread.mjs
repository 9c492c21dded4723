/** The worker thread that runs PGlite: on the main thread one long statement would stall every request. Answers in order of arrival. */
import { parentPort, workerData } from 'node:worker_threads';
import { fsyncs, openDurable } from './durable.mjs';
import { createPreparedStatements } from './prepared.mjs';

const database = await openDurable(workerData.directory);
const statements = createPreparedStatements(database);

/** A plain copy of an error: an Error object would lose its SQLSTATE when posted to another thread. */
const toPlainError = (error) => {
  const { message, code, constraint, detail, hint, table, column, schema, severity, position, where } = error ?? {};
  return { message: message ?? String(error), code, constraint, detail, hint, table, column, schema, severity, position, where };
};

const handlers = {
  /** Without parameters, `sql` may hold several statements; returns the last one's rows, as pg does. */
  query: async ({ sql, params }) => {
    const result = params.length > 0 ? await statements.query(sql, params) : (await statements.exec(sql)).at(-1);
    return { rows: result?.rows ?? [], command: result?.command, affected: result?.affectedRows };
  },
  ping: async () => {
    if (!database.ready) throw new Error('the embedded database is not ready');
    return { rows: [{ fsyncs: fsyncs.count }] };
  },
  close: async () => {
    await database.close();
    return { rows: [] };
  },
};

parentPort.on('message', async ({ id, kind, ...request }) => {
  try {
    parentPort.postMessage({ id, answer: await handlers[kind](request) });
  } catch (error) {
    parentPort.postMessage({ id, error: toPlainError(error) });
  }
  if (kind === 'close') parentPort.close();
});
parentPort.postMessage('ready');
