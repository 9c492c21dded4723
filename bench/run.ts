import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchBytes } from './bytes.ts';
import { startProduct } from './product.ts';
import { tableOf } from './result.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-bench-'));
const port = 18_080;
try {
  const first = await startProduct(port, dataDir);
  const bytes = await benchBytes(first);
  await first.stop();
  const again = await startProduct(port, dataDir);
  await again.stop();
  const results = [
    ...bytes,
    { what: 'first start with the demo company, s', value: first.readyMs / 1000 },
    { what: 'start again on existing data, s', value: again.readyMs / 1000, limit: 2 },
  ];
  writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
  console.log(tableOf(results));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
