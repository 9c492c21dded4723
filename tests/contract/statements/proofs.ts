import { leafHash, merkleTree } from '../../../contract/rules/statements/merkle.ts';
import type { ProvedStatement, StatementProof } from '../../../contract/rules/statements/proof.ts';

const ASCII = 127;

export const proofsOf = async (statements: readonly ProvedStatement[]): Promise<StatementProof[]> => {
  const leaves = statements.map((statement) => JSON.stringify(statement));
  const { root, paths } = await merkleTree(await Promise.all(leaves.map(leafHash)));
  return leaves.map((leaf, index) => ({ leaf, root, index, size: leaves.length, path: paths[index] ?? [] }));
};

/**
 * The proof with one character changed in its statement, its path or its root.
 * @param place index of the character, counted through all three and wrapping around
 * @param shift from 1 to 126
 */
export const withOtherCharacter = (proof: StatementProof, place: number, shift: number): StatementProof => {
  const texts = [proof.leaf, ...proof.path, proof.root];
  const position = place % texts.join('').length;
  const changed = texts.map((text, index) => {
    const start = texts.slice(0, index).join('').length;
    if (position < start || position >= start + text.length) return text;
    const code = (text.charCodeAt(position - start) + shift) % ASCII;
    return text.slice(0, position - start) + String.fromCharCode(code) + text.slice(position - start + 1);
  });
  const [leaf = '', ...path] = changed;
  return { ...proof, leaf, root: path.pop() ?? '', path };
};
