import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** An event's readable label: `done(login)`, `after(poll)`, `always`. */
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

/** One line of a chart; a state's self transitions share a line because mermaid draws one loop per state. */
export type Arrow = { readonly from: string; readonly to: string; readonly home: AnyStateNode; readonly labels: string[] };

/** The id of the small "any" state, from which arrows start for events that a composite handles in all of its states. */
const anyStateIdOf = (node: AnyStateNode): string => `${idOf(node)}_any`;

/** The state to draw an arrow to: mermaid can't draw one to a composite from inside it, so the arrow ends at its initial state. */
const entryStateOf = (target: AnyStateNode): AnyStateNode => {
  const first = target.initial?.target?.[0] as AnyStateNode | undefined;
  return first === undefined ? target : entryStateOf(first);
};

const arrowsOf = ({ source, targets, label }: Edge): Arrow[] => {
  const endNodes = targets.length === 0 ? [source] : targets.map((target) => (isInside(source, target) ? entryStateOf(target) : target));
  return endNodes.map((end) => {
    const startsInside = childrenOf(source).length > 0 && isInside(end, source);
    let home = startsInside ? source : (source.parent ?? source);
    while (!isInside(end, home) || (end === home && !startsInside)) home = home.parent ?? source.machine.root;
    const isLoop = startsInside && end === source;
    return {
      from: startsInside ? anyStateIdOf(source) : idOf(source),
      to: isLoop ? anyStateIdOf(source) : idOf(end),
      home,
      labels: [label],
    };
  });
};

/** The arrows of a chart in source order. */
const mergeEdges = (edges: readonly Edge[]): Arrow[] => {
  const arrows: Arrow[] = [];
  for (const arrow of edges.flatMap(arrowsOf)) {
    const selfLoop = arrow.from === arrow.to && arrows.find(({ from, to }) => from === arrow.from && to === arrow.to);
    if (selfLoop) selfLoop.labels.push(...arrow.labels);
    else arrows.push(arrow);
  }
  return arrows;
};

/** Puts a long guard on the line below its event, one condition per line. */
const wrapLabel = (label: string): string =>
  label.length <= 32 ? label : label.replace(' [', '<br/>[').replace(/^(.*<br\/>.{24}.*?), /, '$1,<br/>');

const linesOf = (node: AnyStateNode, arrows: readonly Arrow[], indent: string): string[] => {
  const inner = `${indent}  `;
  const drawn = arrows.filter(({ home }) => home === node);
  const regions = childrenOf(node).map((child) =>
    childrenOf(child).length === 0
      ? [`${inner}state "${child.key}" as ${idOf(child)}`]
      : [`${inner}state "${child.key}" as ${idOf(child)} {`, ...linesOf(child, arrows, inner), `${inner}}`],
  );
  const initial = node.initial?.target?.[0];
  return [
    ...regions.flat(),
    ...(drawn.some(({ from }) => from === anyStateIdOf(node)) ? [`${inner}state "any" as ${anyStateIdOf(node)}`] : []),
    ...(initial ? [`${inner}[*] --> ${idOf(initial as AnyStateNode)}`] : []),
    ...drawn.map(({ from, to, labels }) => `${inner}${from} --> ${to}: ${labels.map(wrapLabel).join('<br/>')}`),
  ];
};

/** A mermaid `stateDiagram-v2` of a machine. */
export const diagramOf = (root: AnyStateNode, edges: readonly Edge[]): string =>
  ['stateDiagram-v2', ...linesOf(root, mergeEdges(edges), '')].join('\n');
