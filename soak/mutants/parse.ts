import { parseSync } from 'oxc-parser';

/** A syntax tree node from oxc (ESTree with TypeScript nodes); offsets count UTF-16 units. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };
export type Visit = (node: Node, parents: readonly Node[]) => void;

const isNode = (value: unknown): value is Node => value instanceof Object && typeof Reflect.get(value, 'type') === 'string';
/** Types don't exist at run time, so they have no mutants. */
const isType = (node: Node): boolean =>
  node.type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type);

export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter((child) => !isType(child));

export const parse = (file: string, code: string): Node => {
  const { program, errors } = parseSync(file, code, { lang: 'ts', preserveParens: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program as unknown as Node;
};

export const visit = (node: Node, seen: Visit, parents: readonly Node[] = []): void => {
  seen(node, parents);
  for (const child of childrenOf(node)) visit(child, seen, [...parents, node]);
};

export const keyOf = (property: Node): string => {
  const key = property.key as Node;
  return String(key.type === 'Identifier' && !property.computed ? key.name : (key.value ?? ''));
};
export const contentOf = (property: Node): Node => property.value as Node;
export const propertiesOf = (object: Node | undefined): Node[] =>
  object?.type === 'ObjectExpression' ? (object.properties as Node[]).filter(({ type }) => type === 'Property') : [];
export const propertyOf = (object: Node | undefined, key: string): Node | undefined =>
  propertiesOf(object).find((property) => keyOf(property) === key);
export const textOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
