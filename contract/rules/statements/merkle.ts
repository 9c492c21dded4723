/** Hashes are SHA-256, as 64 hexadecimal digits. */
const HASH_BYTES = 32;
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** RFC 6962, 2.1: different first bytes, so that the two hashes below a node never pass for a leaf. */
const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const leafHash = (text: string): Promise<string> => {
  const content = new TextEncoder().encode(text);
  const bytes = new Uint8Array(1 + content.length);
  bytes[0] = LEAF_PREFIX;
  bytes.set(content, 1);
  return sha256(bytes);
};

const nodeHash = (left: string, right: string): Promise<string> => {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = NODE_PREFIX;
  for (let index = 0; index < 2 * HASH_BYTES; index += 1)
    bytes[index + 1] = Number.parseInt((left + right).slice(2 * index, 2 * index + 2), 16);
  return sha256(bytes);
};

/** The number of leaves in the left half of a tree: the largest power of two below its size. */
const leftSize = (size: number): number => {
  let left = 1;
  while (2 * left < size) left *= 2;
  return left;
};

/** `paths`: for each leaf the hashes of its siblings on the way up, from the bottom. */
export type MerkleTree = Readonly<{ root: string; paths: readonly (readonly string[])[] }>;

/** Builds the RFC 6962 tree over hashed leaves; at least one is required. */
export const merkleTree = async (leaves: readonly string[]): Promise<MerkleTree> => {
  const [first] = leaves;
  if (first === undefined) throw new Error('a tree needs a leaf');
  if (leaves.length === 1) return { root: first, paths: [[]] };
  const left = await merkleTree(leaves.slice(0, leftSize(leaves.length)));
  const right = await merkleTree(leaves.slice(leftSize(leaves.length)));
  return {
    root: await nodeHash(left.root, right.root),
    paths: [...left.paths.map((path) => [...path, right.root]), ...right.paths.map((path) => [...path, left.root])],
  };
};

/** The place of a leaf: its index among `size` leaves, and the hashes of its siblings on the way up, from the bottom. */
export type MerklePlace = Readonly<{ index: number; size: number; path: readonly string[] }>;

/** The root that a hashed leaf leads to; null if the path does not fit the place. */
export const rootFromLeaf = async (leaf: string, { index, size, path }: MerklePlace): Promise<string | null> => {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size || !path.every(isHash)) return null;
  const sibling = path.at(-1);
  if (size === 1 || sibling === undefined) return size === 1 && path.length === 0 ? leaf : null;
  const left = leftSize(size);
  const rest = path.slice(0, -1);
  const below =
    index < left
      ? await rootFromLeaf(leaf, { index, size: left, path: rest })
      : await rootFromLeaf(leaf, { index: index - left, size: size - left, path: rest });
  if (below === null) return null;
  return index < left ? nodeHash(below, sibling) : nodeHash(sibling, below);
};
