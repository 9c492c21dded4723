import { contentOf, keyOf, type Node, parse, propertiesOf, propertyOf, textOf, visit } from './parse.ts';

/** One replacement of the text between two offsets. */
export type Change = Readonly<{ operator: string; start: number; end: number; to: string }>;

const quoted = (text: string): string => `'${text}'`;
/** Replacing a value with `undefined` has the effect of removing the property. */
const noTarget = 'undefined';

type Look = Readonly<{ code: string; raw: (node: Node) => string; implementations: ReadonlyMap<string, string> }>;

/** The other states at the same level that this transition's target could be replaced with. */
const othersOf = (target: string, parents: readonly Node[]): string[] => {
  const levels = parents.filter((parent, index) => {
    const owner = parents[index - 1];
    return parent.type === 'ObjectExpression' && owner?.type === 'Property' && keyOf(owner) === 'states';
  });
  const root = parents.find((parent) => propertyOf(parent, 'states') !== undefined);
  const names = (object: Node | undefined) => propertiesOf(object).map(keyOf);
  const dot = target.lastIndexOf('.');
  const own = target.slice(dot + 1);
  const nearest = [...levels].reverse().map(names);
  const rootNames = root ? names(contentOf(propertyOf(root, 'states')!)) : [];
  const level = [...nearest, rootNames].find((item) => item.includes(own)) ?? [];
  if (dot > 0 || target.startsWith('#')) return [];
  return level.filter((name) => name !== own).map((name) => `${target.slice(0, dot + 1)}${name}`);
};

const targetChanges = (property: Node, parents: readonly Node[], isShort: boolean): Change[] => {
  const value = contentOf(property);
  const target = textOf(value);
  if (target === null) return [];
  const { start, end } = value;
  const others = othersOf(target, parents).map((other) => ({ operator: 'target', start, end, to: quoted(other) }));
  return isShort ? others : [...others, { operator: 'target', start, end, to: noTarget }];
};

const guardChanges = ({ raw }: Look, { start, end, ...value }: Node): Change[] => [
  { operator: 'guard', start, end, to: `globalThis.__not(${raw({ ...value, start, end } as Node)})` },
  { operator: 'guard', start, end, to: noTarget },
];

/** `'keep'`, `{ type: 'keep' }` or `ofEvent('keep')`. */
const actionName = (node: Node): string =>
  textOf(node) ??
  textOf(
    node.type === 'CallExpression' ? (node.arguments as Node[])[0] : propertyOf(node, 'type') && contentOf(propertyOf(node, 'type')!),
  ) ??
  '';

/** True if the order of the two actions matters: one writes the context and the other reads it. */
const isSeen = ({ raw, implementations }: Look, a: Node, b: Node): boolean => {
  const whole = (node: Node) => `${raw(node)} ${implementations.get(actionName(node)) ?? ''}`;
  const writes = (node: Node) => /\bassign\(/.test(whole(node));
  const reads = (node: Node) => /\bcontext\b/.test(whole(node));
  return (writes(a) && reads(b)) || (writes(b) && reads(a));
};

const actionChanges = (look: Look, value: Node): Change[] => {
  const { start, end } = value;
  if (value.type !== 'ArrayExpression') return [{ operator: 'action', start, end, to: noTarget }];
  const items = value.elements as Node[];
  const list = (nodes: readonly Node[]) => `[${nodes.map(look.raw).join(', ')}]`;
  const removed = items.map((item) => ({ operator: 'action', start, end, to: list(items.filter((each) => each !== item)) }));
  const swapped = items.slice(1).flatMap((item, index) => {
    const before = items[index]!;
    if (!isSeen(look, before, item)) return [];
    const order = items.map((each) => (each === before ? item : each === item ? before : each));
    return [{ operator: 'action order', start, end, to: list(order) }];
  });
  return [...removed, ...swapped];
};

/** Negates each predicate. */
const predicateChanges = ({ raw }: Look, guards: Node): Change[] =>
  propertiesOf(guards).flatMap((guard) => {
    const body = contentOf(guard).body as Node | undefined;
    if (body === undefined || body.type === 'BlockStatement') return [];
    return [{ operator: 'predicate', start: body.start, end: body.end, to: `!(${raw(body)})` }];
  });

const delayChanges = ({ raw }: Look, delays: Node): Change[] =>
  propertiesOf(delays)
    .filter(({ shorthand }) => shorthand !== true)
    .flatMap((delay) =>
      [1, -1].map((by) => {
        const { start, end } = contentOf(delay);
        return { operator: 'delay', start, end, to: `globalThis.__later(${raw(contentOf(delay))}, ${by})` };
      }),
    );

const reenterChanges = ({ raw }: Look, object: Node, parents: readonly Node[]): Change[] => {
  const reenter = propertyOf(object, 'reenter');
  const { start, end } = reenter ? contentOf(reenter) : object;
  if (reenter) return [{ operator: 'reenter', start, end, to: raw(contentOf(reenter)) === 'true' ? 'false' : 'true' }];
  const target = textOf(propertyOf(object, 'target') && contentOf(propertyOf(object, 'target')!));
  const isSelf = parents.some((parent) => parent.type === 'Property' && keyOf(parent) === target);
  return isSelf ? [{ operator: 'reenter', start, end, to: `{ ...${raw(object)}, reenter: true }` }] : [];
};

const changesOfProperty = (look: Look, property: Node, parents: readonly Node[]): Change[] => {
  const key = keyOf(property);
  const value = contentOf(property);
  const holder = parents[parents.length - 2];
  const isHandlerMap = holder?.type === 'Property' && keyOf(holder) === 'on';
  const { start, end } = value;
  if (property.shorthand === true) return [];
  if (key === 'target') return targetChanges(property, parents, false);
  if (isHandlerMap && textOf(value) !== null) return targetChanges(property, parents, true);
  if (key === 'guard') return guardChanges(look, value);
  if (['actions', 'entry', 'exit'].includes(key) && value.type !== 'ObjectExpression') return actionChanges(look, value);
  if (['actions', 'entry', 'exit'].includes(key) && propertyOf(value, 'type')) return actionChanges(look, value);
  if (key === 'params') return [{ operator: 'params', start, end, to: '() => ({})' }];
  if (key === 'onError') return [{ operator: 'onError', start, end, to: noTarget }];
  return [];
};

/** All possible changes of a machine: target, guard, action, onError, delay, reenter. */
export const machineChanges = (file: string, code: string): Change[] => {
  const raw = ({ start, end }: Node) => code.slice(start, end);
  const implementations = new Map<string, string>();
  const changes: Change[] = [];
  const program = parse(file, code);
  const look: Look = { code, raw, implementations };
  visit(program, (node) => {
    if (node.type !== 'Property' || keyOf(node) !== 'actions') return;
    for (const action of propertiesOf(contentOf(node)))
      if (keyOf(action) !== 'type') implementations.set(keyOf(action), raw(contentOf(action)));
  });
  visit(program, (node, parents) => {
    const isSetup = parents[parents.length - 2]?.type === 'CallExpression';
    if (node.type === 'ObjectExpression' && (propertyOf(node, 'target') ?? propertyOf(node, 'reenter')))
      changes.push(...reenterChanges(look, node, parents));
    if (node.type !== 'Property') return;
    if (isSetup && keyOf(node) === 'guards') changes.push(...predicateChanges(look, contentOf(node)));
    else if (isSetup && keyOf(node) === 'delays') changes.push(...delayChanges(look, contentOf(node)));
    else if (!(isSetup && keyOf(node) === 'actions')) changes.push(...changesOfProperty(look, node, parents));
  });
  return changes;
};
