import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyActorLogic, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { declaredTransitions, nameOf, nodesOf } from '../../tests/models/support/transitions.ts';
import { diagramOf, edgeOf, eventLabel } from './diagram.ts';
import { generated, markdownTable, type Pages } from './pages.ts';

type Named = Readonly<{ name: string; file: string; machine: AnyStateMachine; comment: string }>;

const short = (id: string, machine: AnyStateMachine): string => (id === machine.id ? '(any)' : id.slice(machine.id.length + 1));

/** The comment right above `export const <name>`, without its stars. */
const commentAbove = (source: string, name: string): string => {
  const before = source.slice(0, source.indexOf(`export const ${name}`));
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before)?.[1] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .filter((line) => line !== '')
    .join('  \n');
};

const readMachine = async (folder: string, file: string): Promise<Named[]> => {
  const path = join(folder, file);
  const source = await readFile(path, 'utf8');
  const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  return Object.entries(exported).flatMap(([name, value]) =>
    value instanceof StateMachine
      ? [{ name: file.replace('.machine.ts', ''), file, machine: value as AnyStateMachine, comment: commentAbove(source, name) }]
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
      : t.target.map((node) => short((node as AnyStateNode).id, machine)).join(', ') + (t.reenter ? ' (anew)' : ''),
    t.actions.map(nameOf).join(', '),
  ]);

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

const pageOf = ({ machine, comment, file }: Named): string => {
  const edges = declaredTransitions(machine).map((t) => edgeOf(t, t.guard === undefined ? '' : nameOf(t.guard)));
  const section = (title: string, table: string) => (table === '' ? [] : [`## ${title}\n\n${table}`]);
  const parts = [
    generated,
    `# ${machine.id}`,
    comment,
    `Source: [\`src/machines/${file}\`](../../../src/machines/${file})`,
    `\`\`\`mermaid\n${diagramOf(machine.root as AnyStateNode, edges)}\n\`\`\``,
    ...section('Transitions', markdownTable(['From', 'Event', 'Guard', 'To', 'Actions'], transitionRows(machine))),
    ...section('Entry and exit', markdownTable(['State', 'When', 'Actions'], entryRows(machine))),
    ...section('Delays', markdownTable(['Delay', 'Value'], delayRows(machine))),
    ...section('Actors', markdownTable(['Actor', 'Runs in', 'What'], actorRows(machine))),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
};

/** One page per machine and an index of all. */
export const machinePages = async (folder: string): Promise<Pages> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.machine.ts')).sort();
  const machines = (await Promise.all(files.map((file) => readMachine(folder, file)))).flat();
  const rows = machines.map(({ name, machine, comment }) => [
    `[${machine.id}](${name}.md)`,
    String(nodesOf(machine.root as AnyStateNode).filter((node) => Object.keys(node.states).length === 0).length),
    String(declaredTransitions(machine).length),
    comment.split('  \n')[0] ?? '',
  ]);
  const index = [generated, '# Machines', markdownTable(['Machine', 'Leaf states', 'Transitions', 'What it is'], rows)].join('\n\n');
  return {
    'machines/README.md': `${index}\n`,
    ...Object.fromEntries(machines.map((named) => [`machines/${named.name}.md`, pageOf(named)])),
  };
};
