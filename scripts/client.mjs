// npm run client: generates the package in client/ from the description of the API, compiles it, and compiles the examples of docs/api.md
// against it as an outside program would.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf, quietBin, root } from './lib.mjs';

const description = 'docs/generated/openapi.json';
const sources = [description, 'docs/api.md', 'client/index.ts', 'client/package.json', 'client/tsconfig.json', 'scripts/client.mjs'];
const generated = join(root, 'client/generated');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The TypeScript blocks of docs/api.md form one program. */
const examplesOf = (text) => [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');

/** Skipped if nothing changed since the last build. The compiled examples are in client/generated/examples.js. */
export const buildClient = () => {
  if (JSON.parse(read('client/package.json')).version !== JSON.parse(read('package.json')).version)
    throw new Error('client/package.json has another version than package.json');
  const hash = hashOf([...sources, 'package-lock.json'].map(read).join('\n'));
  const stamp = join(generated, 'sources.sha256');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  for (const folder of [generated, join(root, 'client/dist')]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  const options = ['--unwrap-response-data', '--silent'];
  quietBin('swagger-typescript-api', ['generate', '-p', description, '-o', generated, '-n', 'api.ts', ...options]);
  const api = join(generated, 'api.ts');
  // The generated file disables type checking.
  writeFileSync(api, readFileSync(api, 'utf8').replace('// @ts-nocheck\n', ''));
  quietBin('tsc', ['-p', 'client']);
  writeFileSync(join(generated, 'examples.ts'), examplesOf(read('docs/api.md')));
  const strict = ['--strict', '--skipLibCheck', '--target', 'ES2022', '--module', 'nodenext', '--types', 'node'];
  quietBin('tsc', ['--ignoreConfig', ...strict, join(generated, 'examples.ts')]);
  writeFileSync(stamp, hash);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  buildClient();
  console.log('client/dist is up to date; publish it with "npm publish ./client"');
}
