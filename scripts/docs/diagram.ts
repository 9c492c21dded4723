import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** An event as people read it: `done(login)`, `after(poll)`, `always`. */
export const eventLabel = (type: string): string => {
  if (type === '') return 'always';
  const [, kind, rest = ''] = /^xstate\.(done\.actor|error\.actor|snapshot|after|done\.state)\.(.+)$/.exec(type) ?? [];
  if (kind === undefined) return type;
  if (kind === 'after') return `after(${rest.split('.')[0]})`;
  return `${kind.split('.')[0]}(${rest})`;
};

const idOf = (node: AnyStateNode): string => node.id.replace(/\W/g, '_');
const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);
const isInside = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isInside(node.parent, outer));

export type Edge = Readonly<{ source: AnyStateNode; targets: readonly AnyStateNode[]; label: string }>;

export const edgeOf = (t: AnyTransitionDefinition, guard: string): Edge => ({
  source: t.source as AnyStateNode,
  targets: (t.target ?? []) as AnyStateNode[],
  label: `${eventLabel(t.eventType ?? '')}${guard && ` [${guard}]`}`,
});

/** Where an edge is drawn: in the innermost composite that holds both its ends. */
const homeOf = ({ source, targets }: Edge, root: AnyStateNode): AnyStateNode => {
  let home = source.parent ?? root;
  while (!targets.every((target) => isInside(target, home) && target !== home)) home = home.parent ?? root;
  return home;
};

/** Mermaid cannot draw an edge from a composite to its own inside: such an edge starts at a small state "any". */
const startsInside = ({ source, targets }: Edge): boolean =>
  childrenOf(source).length > 0 && (targets.length === 0 || targets.some((target) => isInside(target, source)));

const linesOf = (node: AnyStateNode, edges: readonly Edge[], root: AnyStateNode, indent: string): string[] => {
  const inner = `${indent}  `;
  const own = edges.filter((edge) => startsInside(edge) && edge.source === node);
  const drawn = edges.filter((edge) => !startsInside(edge) && homeOf(edge, root) === node);
  const any = `${idOf(node)}_any`;
  const arrow = (from: string, { targets, label }: Edge) =>
    (targets.length === 0 ? [from] : targets.map(idOf)).map((to) => `${inner}${from} --> ${to}: ${label}`);
  const regions = childrenOf(node).map((child) =>
    childrenOf(child).length === 0
      ? [`${inner}state "${child.key}" as ${idOf(child)}`]
      : [`${inner}state "${child.key}" as ${idOf(child)} {`, ...linesOf(child, edges, root, inner), `${inner}}`],
  );
  const initial = node.initial?.target?.[0];
  return [
    ...regions.flat(),
    ...(initial ? [`${inner}[*] --> ${idOf(initial as AnyStateNode)}`] : []),
    ...(own.length > 0 ? [`${inner}state "any" as ${any}`] : []),
    ...own.flatMap((edge) => arrow(any, edge)),
    ...drawn.flatMap((edge) => arrow(idOf(edge.source), edge)),
  ];
};

/** A mermaid `stateDiagram-v2` of a machine. */
export const diagramOf = (root: AnyStateNode, edges: readonly Edge[]): string =>
  ['stateDiagram-v2', ...linesOf(root, edges, root, '')].join('\n');
