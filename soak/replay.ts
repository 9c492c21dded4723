// npm run soak -- replay: replays the audit log of the demo company, or of the database at DATABASE_URL, through the money
// lifecycles. Read-only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../server/db/embedded/openEmbedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { openPostgres } from '../server/db/postgres/openPostgres.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { replayAudit } from '../tests/server/support/worlds/replayAudit.ts';

const TODAY = '2026-11-21';
const MAX_SHOWN = 30;
const start = performance.now();
const dir = mkdtempSync(join(tmpdir(), 'quotaboard-replay-'));
const url = process.env.DATABASE_URL;
const db = url ? await openPostgres(url) : await openEmbedded(dir, console.error);
try {
  if (!url) {
    await migrate(db);
    await loadDemo(db, { today: TODAY, passwordHash: 'none', progress: console.error });
  }
  const { rows, records, changes, gaps, broken } = await replayAudit(db.query);
  for (const line of broken.slice(0, MAX_SHOWN)) console.log(line);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `replay: ${url ? 'database' : 'demo company'} · ${rows} audit rows · ${records} records · ${changes} changes of state · ${gaps} more without a row · ${broken.length} outside the charts · ${seconds} s`,
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await db.close();
  rmSync(dir, { recursive: true, force: true });
}
