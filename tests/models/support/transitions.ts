import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  StateMachine,
} from 'xstate';

/** The name of an action or guard as the machine writes it; an inline assign is `assign`, a composed guard `and(a, not(b))`. */
export const nameOf = (part: unknown): string => {
  if (typeof part === 'string') return part;
  const guards: unknown = part instanceof Function ? Reflect.get(part, 'guards') : undefined;
  if (Array.isArray(guards)) return `${(part as { name: string }).name}(${guards.map(nameOf).join(', ')})`;
  const type: unknown = part instanceof Object ? Reflect.get(part, 'type') : undefined;
  return typeof type === 'string' ? type.replace(/^xstate\./, '') : 'inline';
};

const siblings = (t: AnyTransitionDefinition): readonly unknown[] =>
  (t.eventType ? t.source.transitions.get(t.eventType) : t.source.always) ?? [];

const targets = (t: AnyTransitionDefinition): string =>
  t.target === undefined ? 'stays' : `${t.target.map((node) => (node as AnyStateNode).id).join(', ')}${t.reenter ? ' (reenter)' : ''}`;

/** `source --event[i]--> target`: which transition it is, and where it leads. */
export const transitionKey = (t: AnyTransitionDefinition): string =>
  `${t.source.id} --${t.eventType || 'always'}[${siblings(t).indexOf(t)}]--> ${targets(t)}`;

/** The key with its guard and actions: `source --event[i guard]--> target / action, action`. */
export const transitionLine = (t: AnyTransitionDefinition): string => {
  const guard = t.guard === undefined ? '' : ` ${nameOf(t.guard)}`;
  const actions = t.actions.map(nameOf).join(', ');
  return `${t.source.id} --${t.eventType || 'always'}[${siblings(t).indexOf(t)}${guard}]--> ${targets(t)}${actions && ` / ${actions}`}`;
};

export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(nodesOf),
];

/** Every transition that the machine declares, at any depth: events, delays, done, error, always. */
export const declaredTransitions = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  nodesOf(machine.root as AnyStateNode).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);

/** Invokes whose id is not their source: what runs would not be what the events say (style 7). */
export const misnamedInvokes = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root as AnyStateNode).flatMap((node) =>
    node.invoke.filter(({ id, src }) => id !== src).map(({ id, src }) => `${node.id} invokes ${String(src)} as ${id}`),
  );

/** A machine that hears of each of its own actors' failures never fails; what comes by `.provide` (a promise, a callback) may. */
const mayFail = (logic: unknown): boolean => !(logic instanceof StateMachine) || unheardActors(logic).length > 0;

/** Invokes of what may fail without `onError`: an unhandled failure kills the machine that invoked it (style 7). */
export const unheardActors = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root as AnyStateNode).flatMap((node) =>
    node.invoke
      .filter(({ id, src }) => !node.transitions.has(`xstate.error.actor.${id}`) && mayFail(machine.implementations.actors[String(src)]))
      .map(({ src }) => `${node.id} invokes ${String(src)} without onError`),
  );

/** The transitions that an inspection event says were taken. `_transitions` is internal to xstate: it is read here and nowhere else. */
export const takenTransitions = (inspected: InspectionEvent): readonly AnyTransitionDefinition[] =>
  inspected.type === '@xstate.microstep' ? inspected._transitions : [];

/** Does some transition answer this event here? Unlike `can` it counts a declared transition that does nothing. */
export const isAnswered = (snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  ((snapshot.machine as AnyStateMachine).getTransitionData(snapshot, event) ?? []).length > 0;

/** Lines of a hand-written table: blank lines and `#` comments are dropped, runs of blanks made one. */
export const tableLines = (table: string): string[] =>
  table
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** What the machine lacks (`-`), has too much of (`+`) and what the table says twice (`=`); empty when both are the same set. */
export const tableDifferences = (machine: AnyStateMachine, table: string): string[] => {
  const wanted = tableLines(table);
  const declared = declaredTransitions(machine).map(transitionLine);
  return [
    ...wanted.filter((line, index) => wanted.indexOf(line) !== index).map((line) => `= ${line}`),
    ...wanted.filter((line) => !declared.includes(line)).map((line) => `- ${line}`),
    ...declared.filter((line) => !wanted.includes(line)).map((line) => `+ ${line}`),
  ].sort((a, b) => a.slice(2).localeCompare(b.slice(2)));
};
