import { describe, expect, it } from 'vitest';
import { leafHash, merkleTree, rootFromLeaf } from '../../../contract/rules/statements/merkle.ts';

/** The leaves and roots of the reference implementation of Certificate Transparency (RFC 6962). */
const leaves = ['', '\x00', '\x10', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const hashed = (count: number) => Promise.all(leaves.slice(0, count).map(leafHash));

describe('decisions 2.38: the tree over statements', () => {
  it.each(roots.map((root, index) => [index + 1, root] as const))('of %i leaves has the root of RFC 6962', async (count, root) => {
    expect((await merkleTree(await hashed(count))).root).toBe(root);
  });

  it.each(roots.map((root, index) => [index + 1, root] as const))(
    'of %i leaves has a path from each leaf to its root',
    async (size, root) => {
      const hashes = await hashed(size);
      const { paths } = await merkleTree(hashes);
      for (const [index, path] of paths.entries()) expect(await rootFromLeaf(hashes[index] ?? '', { index, size, path })).toBe(root);
    },
  );

  it('does not accept a node at the place of a leaf', async () => {
    const { paths } = await merkleTree(await hashed(4));
    const [path = []] = paths;
    const [, above = ''] = path;
    const node = roots[1] ?? '';
    expect(await rootFromLeaf(node, { index: 0, size: 2, path: [above] })).toBe(roots[3]);
    expect(await rootFromLeaf(node, { index: 0, size: 4, path })).not.toBe(roots[3]);
    expect(await rootFromLeaf(node, { index: 0, size: 4, path: [above] })).toBeNull();
  });

  it.each([
    ['an index past the size', { index: 2, size: 2, path: [roots[0] ?? ''] }],
    ['a negative index', { index: -1, size: 2, path: [roots[0] ?? ''] }],
    ['a path that is too short', { index: 0, size: 2, path: [] }],
    ['a path that is too long', { index: 0, size: 1, path: [roots[0] ?? ''] }],
    ['an invalid hash', { index: 0, size: 2, path: ['g'.repeat(64)] }],
  ])('refuses %s', async (_, place) => {
    expect(await rootFromLeaf(roots[0] ?? '', place)).toBeNull();
  });
});
