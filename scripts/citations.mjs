// Every "spec 4.05" and "decisions 2.07" in code, tests and documents must name an existing statement or paragraph, and every test file
// that the security documents name must exist.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const documents = { spec: 'docs/specification.md', decisions: 'docs/decisions.md' };
/** One id, and the list or range after it: "spec 2.36-2.38, 7.21 and 9.03". */
const citation = /\b(spec|decisions) (\d+(?:\.\d+)?)((?:(?:, | and |-)\d+\.\d\d(?!\d))*)/gi;

/** @returns the ids of the numbered statements in a document: "**2.07** …", "- **2.16** …" */
export const idsIn = (text) => new Set([...text.matchAll(/\*\*(\d+\.\d\d)\b/g)].map(([, id]) => id));

/** @returns each unknown id with its line number; a section number is not an id */
export const wrongCitations = (text, knownIds) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(citation)].flatMap(([, kind, first, moreIds]) =>
        [first, ...(moreIds.match(/\d+\.\d\d/g) ?? [])]
          .filter((id) => !knownIds[kind.toLowerCase()].has(id))
          .map((id) => `line ${index + 1}: ${kind.toLowerCase()} ${id}`),
      ),
    );

const securityDocuments = ['SECURITY.md', 'docs/asvs.md'];

/** @returns each named test file that does not exist, with its line number */
export const missingTests = (text, exists) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      (line.match(/\b(?:tests|soak)\/[\w./-]*\.tsx?\b/g) ?? []).filter((path) => !exists(path)).map((path) => `line ${index + 1}: ${path}`),
    );

/** Exits with 1 and prints a line for each citation of a missing statement or test file. */
export const checkCitations = () => {
  const knownIds = Object.fromEntries(
    Object.entries(documents).map(([kind, path]) => [kind, idsIn(readFileSync(join(root, path), 'utf8'))]),
  );
  const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.split('\n');
  const read = (path) => {
    try {
      return readFileSync(join(root, path), 'utf8');
    } catch {
      return '';
    }
  };
  const faults = tracked
    .filter((path) => /\.(ts|tsx|mjs|css|md|jsonc)$/.test(path) && path !== 'tests/contract/citations.test.ts')
    .flatMap((path) => wrongCitations(read(path), knownIds).map((label) => `${path}, ${label}`));
  if (faults.length > 0) console.error(`These citations name nothing in ${Object.values(documents).join(' or ')}:\n${faults.join('\n')}`);
  const missing = securityDocuments.flatMap((path) =>
    missingTests(read(path), (named) => existsSync(join(root, named))).map((label) => `${path}, ${label}`),
  );
  if (missing.length > 0) console.error(`These files of tests do not exist:\n${missing.join('\n')}`);
  if (faults.length + missing.length > 0) process.exit(1);
};
