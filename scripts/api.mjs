// Checks the API description as an outside developer would use it: two linters must report nothing, and the generated client and the
// examples of docs/api.md must compile under strict types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from './client.mjs';
import { hashOf, quietBin, readStamp, root, writeStamp } from './lib.mjs';

const description = 'docs/generated/openapi.json';
const rules = ['scripts/api/redocly.yaml', 'scripts/api/spectral.yaml'];

/** The linters are skipped if neither the description nor its rules changed since the last pass. */
export const checkApi = () => {
  const read = [description, ...rules, 'scripts/api.mjs', 'package-lock.json'].map((file) => readFileSync(join(root, file), 'utf8'));
  const hash = hashOf(read.join('\n'));
  buildClient();
  if (readStamp('api-checked') === hash) return;
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  quietBin('redocly', ['lint', '--config', 'scripts/api/redocly.yaml', '--max-problems', '20', description], { env });
  quietBin('spectral', ['lint', '--ruleset', 'scripts/api/spectral.yaml', '--fail-severity', 'warn', '--quiet', description], { env });
  writeStamp('api-checked', hash);
};
