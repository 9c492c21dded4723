/**
 * One instance's calls to an outside system in a separate process. Arguments: DATABASE_URL, the stand-in's URL, the connection and the
 * number of calls.
 */
import { createOutgoing } from '../../server/connectors/http/outgoing.ts';
import { openDatabase } from '../../server/db/open.ts';
import { openStore } from '../../server/db/repositories/store.ts';

const [baseUrl = '', connection = '', count = '', limit = '', periodMs = ''] = process.argv.slice(2);
const db = await openDatabase({ databaseUrl: process.env.DATABASE_URL ?? '', dataDir: '' });
const outgoing = createOutgoing({
  store: openStore(db),
  clock: () => new Date(),
  connection: { id: Number(connection), name: 'Soak' },
  baseUrl,
  rules: [{ name: 'soak', limit: Number(limit), periodMs: Number(periodMs) }],
});
const call = (): Promise<unknown> => outgoing.json({ path: 'called' }, (body) => body);
await Promise.all(Array.from({ length: Number(count) }, call));
await db.close();
