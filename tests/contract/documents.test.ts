import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  ...['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];
const text = (document: string): string => readFileSync(join(root, document), 'utf8');

describe('references in the documents exist', () => {
  it.each(documents)('%s: link targets', (document) => {
    const links = [...text(document).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path = '']) => join(root, dirname(document), path));
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(['ARCHITECTURE.md', 'README.md', 'docs/recipes.md', 'docs/adr/0004-own-grid.md', 'docs/adr/0010-dates.md'])(
    '%s: file paths',
    (document) => {
      const named = [...text(document).matchAll(/`((?:contract|src|server|tests|scripts|docs|bench)\/[\w./-]+\.\w+)`/g)].map(
        ([, path = '']) => path,
      );
      // A recipe also names the files it creates.
      const made = /^src\/machines\/payPeriods\/bankMatch|^docs\/generated|\/acme/;
      expect(named.filter((path) => !made.test(path) && !existsSync(join(root, path)))).toEqual([]);
    },
  );
});
