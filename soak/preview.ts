import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openEmbedded } from '../server/db/embedded/openEmbedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { isEmpty, loadDemo } from '../server/demo/loadDemo.ts';
import { previewConfig } from '../server/domain/settings/configPreview.ts';

/**
 * The longest wait of a cheap read while System Settings previews a plan over the embedded demo company: `npm run soak -- preview [scale]`.
 * Fails if a read waits longer than 300 ms.
 */
const LIMIT_MS = 300;
const EVERY_MS = 10;
const TODAY = '2026-11-21';
const OTHER_RATES = JSON.stringify({
  plans: [{ id: 'default', name: 'Other rates', base_commission_rate: 0.06, over_quota_commission_rate: 0.09 }],
});

const scale = Number(process.argv[2] ?? 5);
/** A given directory is kept, so that many runs can share one loaded company. */
const givenDir = process.argv[3];
const dir = givenDir ?? mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
const db = await openEmbedded(dir, console.error);
await migrate(db);
if (await isEmpty(db)) await loadDemo(db, { today: TODAY, scale, passwordHash: 'none', progress: console.error });
const store = openStore(db);

const waits: number[] = [];
let reading = true;
const read = async (): Promise<void> => {
  while (reading) {
    const from = performance.now();
    await store.settings.companyName();
    waits.push(performance.now() - from);
    await wait(EVERY_MS);
  }
};
const reader = read();
await wait(2000);
const quiet = Math.max(...waits.splice(0));
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
const from = performance.now();
const preview = await previewConfig({ store, clock: () => new Date(`${TODAY}T18:00:00Z`) }, OTHER_RATES);
const seconds = (performance.now() - from) / 1000;
loop.disable();
reading = false;
await reader;
await db.close();
if (!givenDir) rmSync(dir, { recursive: true, force: true });

waits.sort((a, b) => a - b);
const max = waits.at(-1) ?? 0;
const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
console.log(
  `preview: ${preview.changed_records} records of ${preview.people} people in ${seconds.toFixed(1)} s; ${waits.length} reads waited p99 ${p99.toFixed(0)} ms, ` +
    `max ${max.toFixed(0)} ms (limit ${LIMIT_MS}, quiet max ${quiet.toFixed(0)}); event loop max ${(loop.max / 1e6).toFixed(0)} ms`,
);
process.exitCode = max > LIMIT_MS ? 1 : 0;
