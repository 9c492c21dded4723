import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  StateMachine,
} from 'xstate';

/** The name of an action or guard as written in the machine; an inline assign is `assign`, a composed guard `and(a, not(b))`. */
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

/** `source --event[i]--> target`: identifies the transition and its target. */
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

/** Invokes whose id differs from their source: events would name something other than the running actor (style 7). */
export const misnamedInvokes = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root as AnyStateNode).flatMap((node) =>
    node.invoke.filter(({ id, src }) => id !== src).map(({ id, src }) => `${node.id} invokes ${String(src)} as ${id}`),
  );

/** A machine that handles the failures of all its own actors never fails; anything supplied by `.provide` (a promise, a callback) may. */
const mayFail = (logic: unknown): boolean => !(logic instanceof StateMachine) || actorsWithoutErrorHandler(logic).length > 0;

/** Invokes without `onError` whose actor may fail: an unhandled failure stops the invoking machine (style 7). */
export const actorsWithoutErrorHandler = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root as AnyStateNode).flatMap((node) =>
    node.invoke
      .filter(({ id, src }) => !node.transitions.has(`xstate.error.actor.${id}`) && mayFail(machine.implementations.actors[String(src)]))
      .map(({ src }) => `${node.id} invokes ${String(src)} without onError`),
  );

/** The transitions taken, according to an inspection event. `_transitions` is internal to xstate and read only here. */
export const takenTransitions = (inspected: InspectionEvent): readonly AnyTransitionDefinition[] =>
  inspected.type === '@xstate.microstep' ? inspected._transitions : [];

/** True if a transition handles this event here. Unlike `can`, it also counts a declared transition without effect. */
export const isAnswered = (snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  ((snapshot.machine as AnyStateMachine).getTransitionData(snapshot, event) ?? []).length > 0;

/** The lines of a hand-written table, without blank lines and `#` comments, with spaces collapsed. */
export const tableLines = (table: string): string[] =>
  table
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Lines that the machine lacks (`-`), has in addition (`+`), or that the table lists twice (`=`); empty if both sets are equal. */
export const tableDifferences = (machine: AnyStateMachine, table: string): string[] => {
  const expected = tableLines(table);
  const declared = declaredTransitions(machine).map(transitionLine);
  return [
    ...expected.filter((line, index) => expected.indexOf(line) !== index).map((line) => `= ${line}`),
    ...expected.filter((line) => !declared.includes(line)).map((line) => `- ${line}`),
    ...declared.filter((line) => !expected.includes(line)).map((line) => `+ ${line}`),
  ].sort((a, b) => a.slice(2).localeCompare(b.slice(2)));
};
