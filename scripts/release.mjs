// npm run release: dist/release with the package and its client, the bill of materials and their checksums, signed if SIGNING_KEY names an SSH key.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { buildClient } from './client.mjs';
import { ensureInstalled, hashOf, root, run } from './lib.mjs';

/** The purpose of the signature, which `ssh-keygen -Y verify` must name too. */
const NAMESPACE = 'quotaboard-release';

ensureInstalled();
await ensureBuilt();
const folder = join(root, 'dist/release');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
buildClient();
for (const packageFolder of ['.', './client'])
  run('npm', ['pack', packageFolder, '--silent', '--ignore-scripts', '--pack-destination', folder]);
const sbom = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
if (sbom.status !== 0) throw new Error(`npm run sbom failed: ${sbom.stderr}`);
writeFileSync(join(folder, 'sbom.cdx.json'), sbom.stdout);
const sums = readdirSync(folder)
  .sort()
  .map((name) => `${hashOf(readFileSync(join(folder, name)))}  ${name}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
const key = process.env.SIGNING_KEY;
if (key) run('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', NAMESPACE, join(folder, 'SHA256SUMS')]);
console.log(`${readdirSync(folder).join('\n')}\n${key ? 'Signed.' : 'Not signed: set SIGNING_KEY to an SSH private key.'}`);
