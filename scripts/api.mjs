// Checks the API description as an outside developer uses it: two linters must report nothing, and the generated client must compile under
// strict types.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, quietBin, readStamp, root, writeStamp } from './lib.mjs';

const description = 'docs/generated/openapi.json';
const folder = join(root, 'node_modules', '.cache', 'quotaboard', 'api');
const rules = ['scripts/api/redocly.yaml', 'scripts/api/spectral.yaml', 'scripts/api/consumer.txt'];

/** Skipped if neither the description nor its rules changed since the last pass. */
export const checkApi = () => {
  const read = [description, ...rules, 'scripts/api.mjs', 'package-lock.json'].map((file) => readFileSync(join(root, file), 'utf8'));
  const hash = hashOf(read.join('\n'));
  if (readStamp('api-checked') === hash) return;
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  quietBin('redocly', ['lint', '--config', 'scripts/api/redocly.yaml', '--max-problems', '20', description], { env });
  quietBin('spectral', ['lint', '--ruleset', 'scripts/api/spectral.yaml', '--fail-severity', 'warn', '--quiet', description], { env });
  mkdirSync(folder, { recursive: true });
  quietBin('swagger-typescript-api', ['generate', '-p', description, '-o', folder, '-n', 'Api.ts', '--silent'], { env });
  const client = join(folder, 'Api.ts');
  // The generated client disables type checking.
  writeFileSync(client, readFileSync(client, 'utf8').replace('// @ts-nocheck\n', ''));
  copyFileSync(join(root, 'scripts/api/consumer.txt'), join(folder, 'consumer.ts'));
  const strictOptions = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--target',
    'ES2022',
    '--module',
    'ESNext',
    '--moduleResolution',
    'bundler',
  ];
  quietBin('tsc', [
    '--ignoreConfig',
    ...strictOptions,
    '--allowImportingTsExtensions',
    '--lib',
    'ES2022,DOM,DOM.Iterable',
    join(folder, 'consumer.ts'),
  ]);
  writeStamp('api-checked', hash);
};
