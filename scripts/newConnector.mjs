// npm run new:connector NAME [TITLE]: creates every file of a new source, and adds it to each list of kinds. The generated test passes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf } from './connectorTemplates.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const USAGE = 'npm run new:connector NAME [TITLE]';
const [name = '', givenTitle] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*$/.test(name)) refuse(`${USAGE}: the name is one lower-case word, such as xero`);
if (givenTitle !== undefined && !/^[A-Za-z0-9][A-Za-z0-9 .&-]*$/.test(givenTitle))
  refuse(`${USAGE}: the title has letters, digits and blanks only`);
const Name = `${name[0].toUpperCase()}${name.slice(1)}`;
const words = { name, Name, title: givenTitle ?? Name, env: name.toUpperCase(), prefix: name.slice(0, 4).toUpperCase() };

/** For each list of kinds, the text before which the new line is inserted. */
const lists = [
  ['contract/entities/connection.ts', /(?<=announcedKinds = \[[^\]]*)\]/, `, '${name}']`],
  ['contract/messages/all.ts', /$/, `export * from './${name}.ts';\n`],
  [
    'contract/messages/integrations.ts',
    /\} as const satisfies Readonly<Record<ConnectionKind/,
    `  ${name}: {
    ...createIntegrationMessages('${words.title}', 'Token or name is invalid, or name already exists'),
    tab: '${words.title}',
    emptyWhy: 'Connect an account to read its invoices.',
  },
} as const satisfies Readonly<Record<ConnectionKind`,
  ],
  ['server/connectors/index.ts', /^import type/m, `import { ${name}Connector } from './${name}/${name}.ts';\nimport type`],
  ['server/connectors/index.ts', /\}\);\s*$/, `  ${name}: ${name}Connector(vendors),\n});\n`],
  ['tests/stand-ins/index.ts', /^import/m, `import { demo${Name} } from './${name}/${name}.ts';\nimport`],
  ['tests/stand-ins/index.ts', /(?<=hubspot: demoHubspot,\n)/, `  ${name}: demo${Name},\n`],
  ['src/screens/systemSettings/connections/tabs.tsx', /\};\s*$/, `  ${name}: createTab(() => import('./${Name}Tab.tsx')),\n};\n`],
  ['docs/integrations/README.md', /\n*$/, `\n- [${words.title}](${name}.md)\n`],
  ['docs/operations.md', /(?=\n\n`PUBLIC_URL` must be set)/, `\n| \`${words.env}_API_URL\` | another address of ${words.title} |`],
];

const files = filesOf(words);
const taken = Object.keys(files).filter((file) => existsSync(join(root, file)));
if (taken.length > 0) refuse(`${taken.join(', ')} is there already`);
for (const [file, place, line] of lists) {
  const before = readFileSync(join(root, file), 'utf8');
  const after = before.replace(place, () => line);
  if (after === before) refuse(`${file} has no place for ${name}: ${place}`);
  writeFileSync(join(root, file), after);
}
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(file);
}
const code = [...Object.keys(files), ...lists.map(([file]) => file)].filter((file) => /\.tsx?$/.test(file));
spawnSync('node_modules/.bin/biome', ['check', '--write', '--vcs-enabled=false', ...new Set(code)], { cwd: root, stdio: 'inherit' });
console.log(`next: npx vitest run tests/server/connectors/${name}.test.ts; npm run diagrams; then docs/recipes.md, "A connector"`);
