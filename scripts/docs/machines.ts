import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyActorLogic, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { declaredTransitions, nameOf, nodesOf } from '../../tests/models/support/transitions.ts';
import type { Chart } from './charts.ts';
import { diagramOf, edgeOf, eventLabel } from './diagram.ts';
import { generated, markdownTable, type Pages } from './pages.ts';

type NamedMachine = Readonly<{ name: string; file: string; machine: AnyStateMachine; comment: string }>;
/** A folder of sources and the folder of its pages. */
type Kind = Readonly<{ title: string; sources: string; ending: string; pages: string }>;

const kinds: readonly Kind[] = [
  { title: 'Machines', sources: 'src/machines', ending: '.machine.ts', pages: 'machines' },
  { title: 'Lifecycles', sources: 'contract/lifecycles', ending: '.ts', pages: 'lifecycles' },
];

const short = (id: string, machine: AnyStateMachine): string => (id === machine.id ? '(any)' : id.slice(machine.id.length + 1));

/** The comment directly above `export const <name>`, without its asterisks. */
const commentAbove = (source: string, name: string): string => {
  const before = source.slice(0, source.indexOf(`export const ${name}`));
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before)?.[1] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .filter((line) => line !== '')
    .join('  \n');
};

const readMachine = async (root: string, { sources, ending }: Kind, name: string): Promise<NamedMachine[]> => {
  const file = `${sources}/${name}`;
  const path = join(root, file);
  const source = await readFile(path, 'utf8');
  const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  return Object.entries(exported).flatMap(([variable, value]) =>
    value instanceof StateMachine
      ? [{ name: basename(name, ending), file, machine: value as AnyStateMachine, comment: commentAbove(source, variable) }]
      : [],
  );
};

const transitionRows = (machine: AnyStateMachine) =>
  declaredTransitions(machine).map((t) => [
    short(t.source.id, machine),
    `\`${eventLabel(t.eventType ?? '')}\``,
    t.guard === undefined ? '' : nameOf(t.guard),
    t.target === undefined
      ? '(stays)'
      : t.target.map((node) => short((node as AnyStateNode).id, machine)).join(', ') + (t.reenter ? ' (reenter)' : ''),
    t.actions.map(nameOf).join(', '),
  ]);

const stateRows = (machine: AnyStateMachine) =>
  nodesOf(machine.root as AnyStateNode).flatMap(({ id, description }) =>
    description === undefined ? [] : [[short(id, machine), description]],
  );

const entryRows = (machine: AnyStateMachine) =>
  nodesOf(machine.root as AnyStateNode).flatMap((node) => [
    ...(node.entry.length > 0 ? [[short(node.id, machine), 'entry', node.entry.map(nameOf).join(', ')]] : []),
    ...(node.exit.length > 0 ? [[short(node.id, machine), 'exit', node.exit.map(nameOf).join(', ')]] : []),
  ]);

const delayRows = (machine: AnyStateMachine) =>
  Object.entries(machine.implementations.delays as Record<string, unknown>).map(([name, delay]) => [
    name,
    typeof delay === 'number' ? `${delay.toLocaleString('en-US')} ms` : `\`${String(delay).replace(/\s+/g, ' ')}\``,
  ]);

const actorRows = (machine: AnyStateMachine) => {
  const logics = machine.implementations.actors as Record<string, AnyActorLogic>;
  return nodesOf(machine.root as AnyStateNode).flatMap((node) =>
    node.invoke.map(({ id, src }) => {
      const logic = logics[String(src)];
      return [`\`${id}\``, short(node.id, machine), logic instanceof StateMachine ? `machine ${logic.id}` : 'provided by the app'];
    }),
  );
};

const edgesOf = (machine: AnyStateMachine) =>
  declaredTransitions(machine).map((t) => edgeOf(t, t.guard === undefined ? '' : nameOf(t.guard)));

const chartOf = ({ machine, file }: NamedMachine): Chart => {
  const edges = edgesOf(machine);
  return {
    name: file,
    code: diagramOf(machine.root as AnyStateNode, edges),
    transitions: edges.flatMap(({ label, targets }) => Array<string>(Math.max(1, targets.length)).fill(label)),
  };
};

const pageOf = (named: NamedMachine): string => {
  const { machine, comment, file } = named;
  const section = (title: string, table: string) => (table === '' ? [] : [`## ${title}\n\n${table}`]);
  const parts = [
    generated,
    `# ${machine.id}`,
    comment,
    `Source: [\`${file}\`](../../../${file})`,
    `\`\`\`mermaid\n${chartOf(named).code}\n\`\`\``,
    ...section('States', markdownTable(['State', 'Description'], stateRows(machine))),
    ...section('Transitions', markdownTable(['From', 'Event', 'Guard', 'To', 'Actions'], transitionRows(machine))),
    ...section('Entry and exit', markdownTable(['State', 'When', 'Actions'], entryRows(machine))),
    ...section('Delays', markdownTable(['Delay', 'Value'], delayRows(machine))),
    ...section('Actors', markdownTable(['Actor', 'Runs in', 'What'], actorRows(machine))),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
};

const indexOf = (title: string, machines: readonly NamedMachine[]): string => {
  const rows = machines.map(({ name, machine, comment }) => [
    `[${machine.id}](${name}.md)`,
    String(nodesOf(machine.root as AnyStateNode).filter((node) => Object.keys(node.states).length === 0).length),
    String(declaredTransitions(machine).length),
    comment.split('  \n')[0] ?? '',
  ]);
  const headers = [title.slice(0, -1), 'Leaf states', 'Transitions', 'What it is'];
  return `${[generated, `# ${title}`, markdownTable(headers, rows)].join('\n\n')}\n`;
};

/** All machines and lifecycles, with their sources. */
export const readMachines = (root: string): Promise<Readonly<{ kind: Kind; machines: readonly NamedMachine[] }>[]> =>
  Promise.all(
    kinds.map(async (kind) => {
      const result = await readdir(join(root, kind.sources), { recursive: true });
      const files = result.filter((file) => file.endsWith(kind.ending)).sort((a, b) => basename(a).localeCompare(basename(b), 'en'));
      return { kind, machines: (await Promise.all(files.map((file) => readMachine(root, kind, file)))).flat() };
    }),
  );

/** One page per machine and lifecycle, an index of each kind, and the charts on those pages. */
export const machinePages = async (root: string): Promise<Readonly<{ pages: Pages; charts: readonly Chart[] }>> => {
  const all = await readMachines(root);
  const pages = all.flatMap(({ kind, machines }) => [
    [`${kind.pages}/README.md`, indexOf(kind.title, machines)],
    ...machines.map((named) => [`${kind.pages}/${named.name}.md`, pageOf(named)]),
  ]);
  return { pages: Object.fromEntries(pages), charts: all.flatMap(({ machines }) => machines.map(chartOf)) };
};
