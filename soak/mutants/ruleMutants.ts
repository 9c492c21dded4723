import type { Change } from './machineMutants.ts';
import { type Node, parse, visit } from './parse.ts';

const arithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const comparison: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};
const methods: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' };

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string') || isJoined(node);
const isJoined = (node: Node): boolean =>
  node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left as Node) || isText(node.right as Node));

/** True for the parent of a number that is compared, calculated with or passed on; all other numbers are data. */
const isOperand = ({ type }: Node): boolean => type === 'BinaryExpression' || type === 'CallExpression';

const ofNode = (code: string, node: Node, parents: readonly Node[]): Change[] => {
  const raw = ({ start, end }: Node) => code.slice(start, end);
  const whole = (operator: string, to: string): Change[] => [{ operator, start: node.start, end: node.end, to }];
  const parent = parents[parents.length - 1];
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const operator = String(node.operator);
    const other = comparison[operator] ?? (isJoined(node) ? undefined : arithmetic[operator]);
    const name = arithmetic[operator] ? 'arithmetic' : 'comparison';
    return other ? whole(name, `(${raw(node.left as Node)}) ${other} (${raw(node.right as Node)})`) : [];
  }
  if (node.type === 'UnaryExpression' && (node.operator === '!' || node.operator === '-'))
    return whole('unary', raw(node.argument as Node));
  if (node.type === 'ConditionalExpression')
    return whole('condition', `(${raw(node.test as Node)}) ? ${raw(node.alternate as Node)} : ${raw(node.consequent as Node)}`);
  // Includes the other operand, so that the text identifies which number of the file changed.
  const within = (operator: string, to: string): Change[] => {
    // Parentheses would change how a ?. chain short-circuits.
    if (!parent || !isOperand(parent) || parents.some(({ type }) => type === 'ChainExpression')) return whole(operator, to);
    const { start, end } = parent;
    return [{ operator, start, end, to: `${code.slice(start, node.start)}${to}${code.slice(node.end, end)}` }];
  };
  if (node.type === 'Literal' && typeof node.value === 'number' && parent && isOperand(parent))
    return within('boundary', `(${node.value} + 1)`);
  if (node.type === 'Literal' && typeof node.value === 'boolean') return within('boolean', String(!node.value));
  if (node.type === 'IfStatement') {
    const { start, end } = node.test as Node;
    return [{ operator: 'if', start, end, to: `!(${raw(node.test as Node)})` }];
  }
  if (node.type === 'ReturnStatement' && node.argument) {
    const { start, end } = node.argument as Node;
    return [{ operator: 'return', start, end, to: 'undefined' }];
  }
  if (node.type === 'MemberExpression' && !node.computed && !node.optional) {
    const { name, start, end } = node.property as Node & { name: string };
    if (methods[name] && parent?.type === 'CallExpression' && parent.callee === node)
      return [{ operator: 'method', start: start - 1, end, to: `.${methods[name]}` }];
  }
  return [];
};

/** All possible changes of a rule: arithmetic, comparisons, boundaries, conditions, return values. */
export const ruleChanges = (file: string, code: string): Change[] => {
  const changes: Change[] = [];
  visit(parse(file, code), (node, parents) => {
    if (!parents.some(({ type }) => type === 'ImportDeclaration')) changes.push(...ofNode(code, node, parents));
  });
  return changes;
};
